<?php
/**
 * A persistent object cache for tests, to be copied to wp-content/object-cache.php: one file a key below SITE_HOME/cache.
 * Like Redis or Memcached it outlives the request, and nobody tells it of rows that another program changed.
 *
 * @package PushBridge
 */

// phpcs:disable Generic.Files.OneObjectStructurePerFile -- A drop-in is one file.

/**
 * The store.
 */
final class Rig_Object_Cache {

	/**
	 * What this request has read or written: name => null or array( value ).
	 *
	 * @var array
	 */
	private $memory = array();

	/**
	 * Groups shared by all sites, and groups that end with the request.
	 *
	 * @var array<string,array<string,bool>>
	 */
	public $groups = array(
		'global'  => array(),
		'request' => array(),
	);

	/**
	 * The current site.
	 *
	 * @var int
	 */
	public $blog = 1;

	public function read( $key, $group, bool $is_forced = false ): ?array {
		$name = $this->name( $key, $group );
		if ( ! $is_forced && array_key_exists( $name, $this->memory ) ) {
			return $this->memory[ $name ];
		}
		$raw   = isset( $this->groups['request'][ $group ] ) ? false : @file_get_contents( $this->file( $name ) );
		$entry = false === $raw ? null : unserialize( $raw );
		if ( $entry && $entry[1] && $entry[1] < time() ) {
			$entry = null;
		}
		$this->memory[ $name ] = $entry ? array( $entry[0] ) : null;
		return $this->memory[ $name ];
	}

	public function write( $key, $data, $group, int $expire ): bool {
		$name                  = $this->name( $key, $group );
		$this->memory[ $name ] = array( is_object( $data ) ? clone $data : $data );
		if ( ! isset( $this->groups['request'][ $group ] ) ) {
			$temporary = tempnam( self::folder(), 't' );
			file_put_contents( $temporary, serialize( array( $data, $expire > 0 ? time() + $expire : 0 ) ) );
			chmod( $temporary, 0666 );
			rename( $temporary, $this->file( $name ) );
		}
		return true;
	}

	public function drop( $key, $group ): bool {
		$name                  = $this->name( $key, $group );
		$this->memory[ $name ] = null;
		return @unlink( $this->file( $name ) );
	}

	public function flush(): bool {
		$this->memory = array();
		array_map( 'unlink', glob( self::folder() . '/*' ) );
		return true;
	}

	public static function folder(): string {
		$folder = getenv( 'SITE_HOME' ) . '/cache';
		if ( ! is_dir( $folder ) ) {
			@mkdir( $folder );
			@chmod( $folder, 0777 );
		}
		return $folder;
	}

	private function name( $key, $group ): string {
		$group = $group ? $group : 'default';
		$site  = is_multisite() && ! isset( $this->groups['global'][ $group ] ) ? $this->blog : '';
		return $site . ':' . $group . ':' . $key;
	}

	private function file( string $name ): string {
		return self::folder() . '/' . md5( $name );
	}
}

function wp_cache_init() {
	$GLOBALS['wp_object_cache']       = new Rig_Object_Cache();
	$GLOBALS['wp_object_cache']->blog = (int) $GLOBALS['blog_id'];
}

function wp_cache_get( $key, $group = '', $force = false, &$found = null ) {
	$entry = $GLOBALS['wp_object_cache']->read( $key, $group, (bool) $force );
	$found = null !== $entry;
	if ( ! $found ) {
		return false;
	}
	return is_object( $entry[0] ) ? clone $entry[0] : $entry[0];
}

function wp_cache_set( $key, $data, $group = '', $expire = 0 ) {
	return $GLOBALS['wp_object_cache']->write( $key, $data, $group, (int) $expire );
}

function wp_cache_add( $key, $data, $group = '', $expire = 0 ) {
	if ( wp_suspend_cache_addition() || null !== $GLOBALS['wp_object_cache']->read( $key, $group ) ) {
		return false;
	}
	return wp_cache_set( $key, $data, $group, $expire );
}

function wp_cache_replace( $key, $data, $group = '', $expire = 0 ) {
	return null !== $GLOBALS['wp_object_cache']->read( $key, $group ) && wp_cache_set( $key, $data, $group, $expire );
}

function wp_cache_delete( $key, $group = '' ) {
	return $GLOBALS['wp_object_cache']->drop( $key, $group );
}

function wp_cache_incr( $key, $offset = 1, $group = '' ) {
	$entry = $GLOBALS['wp_object_cache']->read( $key, $group, true );
	if ( null === $entry ) {
		return false;
	}
	$number = max( 0, (int) $entry[0] + $offset );
	wp_cache_set( $key, $number, $group );
	return $number;
}

function wp_cache_decr( $key, $offset = 1, $group = '' ) {
	return wp_cache_incr( $key, -$offset, $group );
}

function wp_cache_flush() {
	return $GLOBALS['wp_object_cache']->flush();
}

function wp_cache_close() {
	return true;
}

function wp_cache_add_global_groups( $groups ) {
	$GLOBALS['wp_object_cache']->groups['global'] += array_fill_keys( (array) $groups, true );
}

function wp_cache_add_non_persistent_groups( $groups ) {
	$GLOBALS['wp_object_cache']->groups['request'] += array_fill_keys( (array) $groups, true );
}

function wp_cache_switch_to_blog( $blog ) {
	$GLOBALS['wp_object_cache']->blog = (int) $blog;
}
