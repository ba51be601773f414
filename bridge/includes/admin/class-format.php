<?php
/**
 * How things are shown.
 *
 * @package PushBridge
 */

namespace PushBridge\Admin;

/**
 * Pieces of HTML, escaped and ready to be printed, and pieces of text.
 */
final class Format {

	/**
	 * A time of the database, in the site's zone.
	 *
	 * @param string|null $utc The time, UTC.
	 */
	public static function time( ?string $utc ): string {
		if ( null === $utc || '' === $utc ) {
			return '—';
		}
		return self::moment( (int) strtotime( $utc . ' UTC' ) );
	}

	/**
	 * A time, in the site's zone; what is near, by its distance.
	 *
	 * @param int $time UNIX seconds.
	 */
	public static function moment( int $time ): string {
		$text = wp_date( get_option( 'date_format' ) . ' ' . get_option( 'time_format' ), $time );
		$full = wp_date( 'Y-m-d H:i:s T', $time );
		$away = abs( time() - $time );
		if ( $away < DAY_IN_SECONDS ) {
			/* translators: %s: a duration, e.g. "5 minutes". */
			$form = $time > time() ? __( 'in %s', 'push-bridge' ) : __( '%s ago', 'push-bridge' );
			$text = $away < 1 ? __( 'now', 'push-bridge' ) : sprintf( $form, human_time_diff( $time ) );
		}
		return sprintf( '<time datetime="%s" title="%s">%s</time>', esc_attr( gmdate( 'c', $time ) ), esc_attr( $full ), esc_html( $text ) );
	}

	/**
	 * A duration in words.
	 *
	 * @param int $seconds The seconds.
	 */
	public static function duration( int $seconds ): string {
		/* translators: %s: number of seconds. */
		return $seconds < 60 ? sprintf( _n( '%s second', '%s seconds', $seconds, 'push-bridge' ), number_format_i18n( $seconds ) ) : human_time_diff( 0, $seconds );
	}

	/**
	 * A count that may have stopped at a limit.
	 *
	 * @param int $number The count, at most one above the limit.
	 */
	public static function count( int $number ): string {
		return $number > \PushBridge\Store\Page::MOST_COUNTED ? number_format_i18n( \PushBridge\Store\Page::MOST_COUNTED ) . '+' : number_format_i18n( $number );
	}

	/**
	 * The beginning of a token: whole ones are for the daemon only.
	 *
	 * @param string $token The token.
	 */
	public static function token( string $token ): string {
		return '<code>' . esc_html( strlen( $token ) > 8 ? substr( $token, 0, 8 ) . '…' : $token ) . '</code>';
	}

	/**
	 * A user, with a link for those who may edit him.
	 *
	 * @param int|null          $id     The user's id.
	 * @param array<int,string> $logins Names by id.
	 */
	public static function user( ?int $id, array $logins ): string {
		if ( ! $id ) {
			return '—';
		}
		if ( ! isset( $logins[ $id ] ) ) {
			/* translators: %d: id of a user. */
			return esc_html( sprintf( __( 'user %d (deleted)', 'push-bridge' ), $id ) );
		}
		if ( ! current_user_can( 'edit_users' ) ) {
			return esc_html( $logins[ $id ] );
		}
		return sprintf( '<a href="%s">%s</a>', esc_url( admin_url( 'user-edit.php?user_id=' . $id . '#pushbridge-devices' ) ), esc_html( $logins[ $id ] ) );
	}

	/**
	 * A state or status as a badge.
	 *
	 * @param string $word The machine word.
	 */
	public static function badge( string $word ): string {
		$tones = array(
			'sent'           => 'good',
			'delivered'      => 'good',
			'removed'        => 'good',
			'queued'         => 'calm',
			'sending'        => 'calm',
			'retry'          => 'calm',
			'verdict'        => 'calm',
			'undone'         => 'calm',
			'partial'        => 'fair',
			'unregistered'   => 'fair',
			'unknown'        => 'fair',
			'unsupported'    => 'fair',
			'reported'       => 'fair',
			'expired'        => 'bad',
			'failed'         => 'bad',
			'rejected'       => 'bad',
			'exhausted'      => 'bad',
			'not_configured' => 'bad',
		);
		return sprintf( '<span class="pushbridge-badge pushbridge-%s">%s</span>', esc_attr( $tones[ $word ] ?? 'calm' ), esc_html( self::label( $word ) ) );
	}

	/**
	 * A state or status in words.
	 *
	 * @param string $word The machine word.
	 */
	public static function label( string $word ): string {
		$labels = array(
			'queued'         => __( 'Queued', 'push-bridge' ),
			'sending'        => __( 'Sending', 'push-bridge' ),
			'sent'           => __( 'Sent', 'push-bridge' ),
			'partial'        => __( 'Partly sent', 'push-bridge' ),
			'failed'         => __( 'Failed', 'push-bridge' ),
			'expired'        => __( 'Expired', 'push-bridge' ),
			'cancelled'      => __( 'Cancelled', 'push-bridge' ),
			'delivered'      => __( 'Delivered', 'push-bridge' ),
			'unregistered'   => __( 'Device gone', 'push-bridge' ),
			'rejected'       => __( 'Rejected', 'push-bridge' ),
			'retry'          => __( 'Will be retried', 'push-bridge' ),
			'exhausted'      => __( 'Given up', 'push-bridge' ),
			'unknown'        => __( 'Outcome unknown', 'push-bridge' ),
			'not_configured' => __( 'No credential', 'push-bridge' ),
			'unsupported'    => __( 'Not supported', 'push-bridge' ),
			'removed'        => __( 'Removed', 'push-bridge' ),
			'verdict'        => __( 'To be removed', 'push-bridge' ),
			'reported'       => __( 'Only reported', 'push-bridge' ),
			'undone'         => __( 'Undone', 'push-bridge' ),
			'voip'           => __( 'Calls', 'push-bridge' ),
			'standard'       => __( 'Notifications', 'push-bridge' ),
		);
		return $labels[ $word ] ?? $word;
	}

	/**
	 * A reason: the word, and what it means.
	 *
	 * @param string|null $reason The column reason.
	 */
	public static function reason( ?string $reason ): string {
		if ( null === $reason || '' === $reason ) {
			return '—';
		}
		$meaning = \PushBridge\Store\Reasons::meaning( $reason );
		return '<code>' . esc_html( $reason ) . '</code>' . ( '' === $meaning ? '' : '<br><span class="description">' . esc_html( $meaning ) . '</span>' );
	}
}
