<?php
/**
 * What the simulator received, from its JSON on standard input: one line per push, fields split by tabs: environment,
 * token, push type, topic, key id of the provider token, arrival in ms, status, reason, body.
 *
 * @package PushBridge
 */

foreach ( json_decode( stream_get_contents( STDIN ), true )['received'] as $push ) {
	$jwt = explode( '.', str_replace( 'bearer ', '', $push['headers']['authorization'] ?? '' ) );
	$key = json_decode( base64_decode( strtr( $jwt[0], '-_', '+/' ) ), true );
	echo implode(
		"\t",
		array(
			$push['environment'],
			$push['token'],
			$push['headers']['apns-push-type'] ?? '-',
			$push['headers']['apns-topic'] ?? '-',
			$key['kid'] ?? '-',
			$push['arrival_ms'],
			$push['status'] ?? 0,
			$push['reason'] ?? '-',
			$push['body'],
		)
	), "\n";
}
