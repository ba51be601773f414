<?php
/**
 * A site that is not part of a network.
 *
 * @package PushBridge
 */

namespace PushBridge\Tests;

/**
 * Networks have sites; a single site does not.
 */
final class Single_Site_Test extends WordPress_Case {

	public function test_an_audience_has_no_site(): void {
		$this->user( 'subscriber', true );
		pushbridge_send(
			array(
				'audience' => array( 'all' => true ),
				'title'    => 'x',
			)
		);
		$this->assertSame( '{"all":true}', $this->actions()[0]['audience'] );
	}
}
