#include "cgnutls.h"
