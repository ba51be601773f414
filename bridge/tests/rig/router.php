<?php
/**
 * For `php -S`: files are served as they are, all else goes to index.php; on a network /two/wp-admin/… is /wp-admin/….
 *
 * @package PushBridge
 */

$rig_root = $_SERVER['DOCUMENT_ROOT'];
$rig_path = rawurldecode( (string) parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) );

if ( false !== strpos( $rig_path, '..' ) ) {
	http_response_code( 400 );
	return true;
}
if ( '1' === getenv( 'WP_MULTISITE' ) && ! file_exists( $rig_root . $rig_path ) ) {
	$rig_path = preg_replace( '#^/[_0-9a-zA-Z-]+(/(?:wp-(?:admin|includes|content)(?:/.*)?|[^/]+\.php))$#', '$1', $rig_path );
}
if ( '/' !== $rig_path && is_file( $rig_root . rtrim( $rig_path, '/' ) . '/index.php' ) ) {
	if ( '/' !== substr( $rig_path, -1 ) ) {
		header( 'Location: ' . $rig_path . '/', true, 301 );
		return true;
	}
	$rig_path .= 'index.php';
}
if ( is_file( $rig_root . $rig_path ) && '.php' !== substr( $rig_path, -4 ) ) {
	if ( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) === $rig_path ) {
		return false;
	}
	$rig_types = array(
		'css' => 'text/css',
		'js'  => 'text/javascript',
		'svg' => 'image/svg+xml',
	);
	header( 'Content-Type: ' . ( $rig_types[ pathinfo( $rig_path, PATHINFO_EXTENSION ) ] ?? 'application/octet-stream' ) );
	readfile( $rig_root . $rig_path );
	return true;
}
$rig_script = is_file( $rig_root . $rig_path ) ? $rig_path : '/index.php';

$_SERVER['SCRIPT_FILENAME'] = $rig_root . $rig_script;
$_SERVER['SCRIPT_NAME']     = $rig_script;
$_SERVER['PHP_SELF']        = $rig_script;
chdir( dirname( $rig_root . $rig_script ) );
require $rig_root . $rig_script;
