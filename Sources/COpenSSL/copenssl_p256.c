#include "copenssl_p256.h"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/obj_mac.h>

enum { coordinate_size = 32 };

int copenssl_p256_public_point(const uint8_t *scalar, uint8_t *x, uint8_t *y)
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *point = group ? EC_POINT_new(group) : NULL;
    BIGNUM *number = BN_secure_new();
    BIGNUM *px = BN_new(), *py = BN_new();
    int good = point && number && px && py && BN_bin2bn(scalar, coordinate_size, number)
        && !BN_is_zero(number) && BN_cmp(number, EC_GROUP_get0_order(group)) < 0;
    if (good) {
        BN_set_flags(number, BN_FLG_CONSTTIME);
        good = EC_POINT_mul(group, point, number, NULL, NULL, NULL)
            && EC_POINT_get_affine_coordinates(group, point, px, py, NULL)
            && BN_bn2binpad(px, x, coordinate_size) == coordinate_size
            && BN_bn2binpad(py, y, coordinate_size) == coordinate_size;
    }
    BN_free(py);
    BN_free(px);
    BN_clear_free(number);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    ERR_clear_error();
    return good;
}
