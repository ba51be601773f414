<?php
/**
 * The rights of a person.
 *
 * @package PushBridge
 */

namespace PushBridge\Privacy;

use PushBridge\Tokens\Token_Value;

/**
 * Exporter, eraser and policy text (Tools → Export and Erase Personal Data), and what goes with a deleted user.
 */
final class Privacy {

	const ID = 'push-bridge';

	/** Steps after which the deletion of a user stops: the rest goes with the daemon's own retention. */
	const MOST_STEPS = 200;

	/**
	 * Adds the hooks.
	 */
	public static function add_hooks(): void {
		add_filter( 'wp_privacy_personal_data_exporters', array( self::class, 'add_exporter' ) );
		add_filter( 'wp_privacy_personal_data_erasers', array( self::class, 'add_eraser' ) );
		add_action( 'admin_init', array( self::class, 'add_policy' ) );
		add_action( 'delete_user', array( self::class, 'before_deletion' ) );
		add_action( 'wpmu_delete_user', array( self::class, 'before_deletion' ) );
		add_action( 'deleted_user', array( self::class, 'on_deleted' ) );
		add_action( 'remove_user_from_blog', array( self::class, 'on_removed_from_site' ), 10, 2 );
	}

	/**
	 * The filter wp_privacy_personal_data_exporters.
	 *
	 * @param array $exporters The exporters.
	 */
	public static function add_exporter( $exporters ): array {
		return (array) $exporters + array(
			self::ID => array(
				'exporter_friendly_name' => __( 'Push Bridge', 'push-bridge' ),
				'callback'               => array( self::class, 'export' ),
			),
		);
	}

	/**
	 * The filter wp_privacy_personal_data_erasers.
	 *
	 * @param array $erasers The erasers.
	 */
	public static function add_eraser( $erasers ): array {
		return (array) $erasers + array(
			self::ID => array(
				'eraser_friendly_name' => __( 'Push Bridge', 'push-bridge' ),
				'callback'             => array( self::class, 'erase' ),
			),
		);
	}

	/**
	 * One page of what is stored about a person.
	 *
	 * @param string $email The person's address.
	 * @param int    $page  The page, from 1.
	 * @return array{data:array,done:bool}
	 */
	public static function export( $email, $page = 1 ): array {
		$user  = get_user_by( 'email', $email );
		$items = array();
		$done  = true;
		if ( $user ) {
			$stored = new Personal_Data( $user->ID );
			if ( 1 === (int) $page ) {
				foreach ( Personal_Meta::of( $user->ID ) as $row ) {
					$items[] = self::item( 'meta', __( 'Devices and waiting notifications', 'push-bridge' ), (int) $row->umeta_id, self::readable( $row ) );
				}
			}
			$groups = array(
				'actions'    => __( 'Notifications', 'push-bridge' ),
				'deliveries' => __( 'Deliveries to devices', 'push-bridge' ),
				'prunes'     => __( 'Removed device tokens', 'push-bridge' ),
			);
			foreach ( $groups as $table => $label ) {
				$rows = $stored->rows( $table, (int) $page );
				$done = $done && count( $rows ) < Personal_Data::STEP;
				foreach ( $rows as $row ) {
					$items[] = self::item( $table, $label, (int) $row['id'], $row );
				}
			}
		}
		return array(
			'data' => $items,
			'done' => $done,
		);
	}

	/**
	 * Erases a part of what is stored about a person; WordPress calls again until it is done.
	 *
	 * @param string $email The person's address.
	 */
	public static function erase( $email ): array {
		$user   = get_user_by( 'email', $email );
		$result = $user ? ( new Personal_Data( $user->ID ) )->erase() : array(
			'removed'  => 0,
			'retained' => 0,
			'is_done'  => true,
		);
		return array(
			'items_removed'  => $result['removed'] > 0,
			'items_retained' => $result['retained'] > 0,
			'messages'       => $result['retained'] > 0 ? array( __( 'A notification is on its way to this person. Erase again when it has arrived.', 'push-bridge' ) ) : array(),
			'done'           => $result['is_done'],
		);
	}

	/**
	 * Suggests a text for the privacy policy.
	 */
	public static function add_policy(): void {
		$sentences = array(
			__( 'When you allow notifications in our app, we store a device token: a number by which Apple recognizes the app on your device, with the name of the device if the app sends it, and the time.', 'push-bridge' ),
			__( 'To notify you, we hand the token and the content of the notification to Apple (Apple Push Notification service).', 'push-bridge' ),
			__( 'We keep for some time what we sent and whether it arrived, to find faults. Tokens that Apple calls invalid are removed by themselves.', 'push-bridge' ),
			__( 'Your tokens and these records are deleted with your account, or when you ask us to.', 'push-bridge' ),
		);
		wp_add_privacy_policy_content( 'Push Bridge', '<p>' . implode( ' ', array_map( 'esc_html', $sentences ) ) . '</p>' );
	}

	/**
	 * Erases what the tables hold of a user who is gone. On a network this action also fires when he only left a site.
	 *
	 * @param int $user_id The user.
	 */
	public static function on_deleted( $user_id ): void {
		if ( ! get_userdata( (int) $user_id ) ) {
			self::erase_all( (int) $user_id );
		}
	}

	/**
	 * Erases while the user's tokens are still there: they tell which audiences name him.
	 *
	 * @param int $user_id The user who is about to go.
	 */
	public static function before_deletion( $user_id ): void {
		// On a network, delete_user says that he leaves one site.
		if ( ! is_multisite() || doing_action( 'wpmu_delete_user' ) ) {
			self::erase_all( (int) $user_id );
		}
	}

	/**
	 * Erases in steps all that can go.
	 *
	 * @param int $user_id The user.
	 */
	private static function erase_all( int $user_id ): void {
		$steps = 0;
		do {
			$result = ( new Personal_Data( $user_id ) )->erase();
		} while ( ! $result['is_done'] && ++$steps < self::MOST_STEPS );
	}

	/**
	 * Cancels what is to be sent to a user who leaves his last site of a network.
	 *
	 * @param int $user_id The user.
	 * @param int $site_id The site.
	 */
	public static function on_removed_from_site( $user_id, $site_id ): void {
		$left = array_diff( array_keys( get_blogs_of_user( (int) $user_id, true ) ), array( (int) $site_id ) );
		if ( ! $left && ! \PushBridge\Schema::problem() ) {
			( new Personal_Data( (int) $user_id ) )->cancel();
		}
	}

	/**
	 * What a row of usermeta tells its owner.
	 *
	 * @param object $row The row.
	 */
	private static function readable( object $row ): array {
		$entries = Token_Value::entries( (string) $row->meta_value );
		$facts   = array( 'meta_key' => $row->meta_key );
		if ( 1 !== count( $entries ) ) {
			return $facts + array( 'value' => (string) $row->meta_value );
		}
		return $facts + $entries[0];
	}

	/**
	 * An item of the export.
	 *
	 * @param string $group  The group.
	 * @param string $label  The group's name for people.
	 * @param int    $id     The row's id.
	 * @param array  $values Name => value.
	 */
	private static function item( string $group, string $label, int $id, array $values ): array {
		$data = array();
		foreach ( $values as $name => $value ) {
			if ( null !== $value ) {
				$data[] = array(
					'name'  => (string) $name,
					'value' => is_scalar( $value ) ? (string) $value : (string) wp_json_encode( $value ),
				);
			}
		}
		return array(
			'group_id'    => 'push-bridge-' . $group,
			'group_label' => 'Push Bridge: ' . $label,
			'item_id'     => "push-bridge-{$group}-{$id}",
			'data'        => $data,
		);
	}
}
