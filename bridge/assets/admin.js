/**
 * Push Bridge in wp-admin: renews the dashboard, takes the steps of the token check, follows an open notification.
 * All of it works without this script, by reloading and by buttons.
 */
( function () {
	'use strict';

	var settings = window.pushBridge || {};
	var __ = window.wp.i18n.__;
	var speak = window.wp.a11y.speak;

	function post( action, nonce ) {
		var body = new URLSearchParams( { action: action, _ajax_nonce: nonce } );
		return window.fetch( settings.url, { method: 'POST', credentials: 'same-origin', body: body } ).then( function ( answer ) {
			return answer.json().then( function ( json ) {
				return { status: answer.status, json: json };
			} );
		} );
	}

	function health() {
		var box = document.getElementById( 'pushbridge-health' );
		return box ? box.textContent.trim() : '';
	}

	// What a person has opened or focused is not taken away by the next answer.
	function replaceLive( live, html ) {
		var details = live.querySelector( 'details' );
		var isOpen = details && details.open;
		var before = health();
		live.innerHTML = html;
		details = live.querySelector( 'details' );
		if ( isOpen && details ) {
			details.open = true;
		}
		if ( health() !== before ) {
			speak( health(), 'polite' );
		}
	}

	function renewDashboard() {
		var live = document.getElementById( 'pushbridge-live' );
		if ( ! live || ! settings.refresh ) {
			return;
		}
		window.setInterval( function () {
			if ( document.hidden || live.contains( document.activeElement ) ) {
				return;
			}
			post( 'pushbridge_live', settings.live ).then( function ( answer ) {
				if ( answer.json && answer.json.success ) {
					replaceLive( live, answer.json.data.html );
				}
			} ).catch( function () {
				// The next round may do better; the page stays as it is.
			} );
		}, settings.refresh * 1000 );
	}

	function runCleanup() {
		var bar = document.getElementById( 'pushbridge-progress' );
		var text = document.getElementById( 'pushbridge-progress-text' );
		var error = document.getElementById( 'pushbridge-progress-error' );
		var failures = 0;
		var spoken = 0;
		if ( ! bar ) {
			return;
		}

		function again( delay ) {
			window.setTimeout( step, delay );
		}

		function failed( message ) {
			failures++;
			error.textContent = message || __( 'The server did not answer. Trying again …', 'push-bridge' );
			if ( failures < 10 ) {
				again( 2000 );
			}
		}

		function step() {
			post( 'pushbridge_cleanup_step', settings.cleanup ).then( function ( answer ) {
				var data = answer.json && answer.json.data ? answer.json.data : {};
				if ( answer.status === 409 ) {
					// Another window is at work on it; look again.
					again( 1000 );
					return;
				}
				if ( ! answer.json.success ) {
					failed( data.text );
					return;
				}
				failures = 0;
				error.textContent = '';
				bar.max = Math.max( 1, data.total );
				bar.value = data.done;
				text.textContent = data.text;
				if ( Date.now() - spoken > 10000 ) {
					spoken = Date.now();
					speak( data.text, 'polite' );
				}
				if ( data.finished ) {
					window.location.hash = 'pushbridge-cleanup-title';
					window.location.reload();
				} else {
					again( 50 );
				}
			} ).catch( function () {
				failed();
			} );
		}

		step();
	}

	function focusResult() {
		var title = document.getElementById( 'pushbridge-cleanup-title' );
		if ( title && window.location.hash === '#pushbridge-cleanup-title' ) {
			title.focus();
		}
	}

	function isInUse( box ) {
		var selection = window.getSelection();
		return box.contains( document.activeElement ) || ( selection && ! selection.isCollapsed && box.contains( selection.anchorNode ) );
	}

	// Looks for news of an open notification: often at first, then as often as the dashboard is renewed. What is new is
	// said, and shown as soon as nobody has the focus or a selection there.
	function followAction() {
		var box = document.getElementById( 'pushbridge-action' );
		var looks = 0;
		var spoken = box ? box.dataset.version : '';
		if ( ! box || ! box.hasAttribute( 'data-open' ) || ! settings.refresh ) {
			return;
		}

		function show( fresh ) {
			if ( fresh.dataset.version !== spoken ) {
				spoken = fresh.dataset.version;
				speak( fresh.querySelector( 'h2' ).textContent, 'polite' );
			}
			if ( fresh.dataset.version !== box.dataset.version && ! isInUse( box ) ) {
				box.replaceWith( fresh );
				box = fresh;
			}
		}

		function look() {
			if ( document.hidden ) {
				again();
				return;
			}
			window.fetch( window.location.href, { credentials: 'same-origin' } ).then( function ( answer ) {
				return answer.text();
			} ).then( function ( html ) {
				var fresh = new window.DOMParser().parseFromString( html, 'text/html' ).getElementById( 'pushbridge-action' );
				if ( fresh ) {
					show( document.adoptNode( fresh ) );
				}
			} ).catch( function () {
				// The next look may do better; the page stays as it is.
			} ).then( again );
		}

		function again() {
			if ( box.hasAttribute( 'data-open' ) ) {
				looks++;
				window.setTimeout( look, looks <= 10 ? 3000 : Math.max( 3, settings.refresh ) * 1000 );
			}
		}

		again();
	}

	renewDashboard();
	runCleanup();
	focusResult();
	followAction();
}() );
