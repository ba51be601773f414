<?php
/**
 * What wp_die() becomes in a test.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

/**
 * The message and the HTTP status of wp_die().
 */
final class Died extends \RuntimeException {
}
