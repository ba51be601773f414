<?php
/**
 * Notifications about posts.
 *
 * @package PushBridge
 */

namespace PushBridge\Actions;

/**
 * Keeps a notification back while the post that it is about cannot be read by everybody.
 */
final class Post_Guard {

	/** Read here and not stored. */
	const KEYS = array( 'post_id', 'only_public' );

	/**
	 * Checks the post that a message names, when the message asks for it.
	 *
	 * @param array $given What the caller passed.
	 * @throws Refusal PostNotPublic, or when the keys are wrong.
	 */
	public static function check( array $given ): void {
		$is_wanted = Field_Types::truth( $given['only_public'] ?? false );
		if ( null === $is_wanted ) {
			throw Refusal::of_key( 'only_public', 'true or false' );
		}
		if ( ! $is_wanted ) {
			return;
		}
		$post_id = Field_Types::whole_number( $given['post_id'] ?? null );
		if ( null === $post_id || $post_id < 1 ) {
			throw Refusal::of_key( 'post_id', 'the id of a post beside only_public' );
		}
		$post = get_post( $post_id );
		if ( ! $post || ! is_post_publicly_viewable( $post ) || '' !== $post->post_password ) {
			throw new Refusal( 'PostNotPublic', sprintf( 'The post %d is not public, and only_public was asked for.', $post_id ) );
		}
	}
}
