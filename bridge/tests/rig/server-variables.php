<?php
/**
 * What WordPress reads from $_SERVER and a command line lacks.
 *
 * @package PushBridge
 */

$_SERVER['HTTP_HOST']       = preg_replace( '#^https?://#', '', getenv( 'WP_HOME' ) );
$_SERVER['SERVER_NAME']     = explode( ':', $_SERVER['HTTP_HOST'] )[0];
$_SERVER['SERVER_PORT']     = explode( ':', $_SERVER['HTTP_HOST'] )[1] ?? '80';
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
$_SERVER['REQUEST_METHOD']  = 'GET';
$_SERVER['REQUEST_URI']     = '/';
$_SERVER['REMOTE_ADDR']     = '127.0.0.1';
$_SERVER['HTTP_USER_AGENT'] = '';
$_SERVER['PHP_SELF']        = '/index.php';
