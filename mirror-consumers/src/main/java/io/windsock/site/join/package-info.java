/**
 * Starting a site from another site's state, if the log no longer has what it needs.
 *
 * <pre>
 *  configured peers ─┐
 *  monitor topic ────┴─▶ Candidates ──▶ PeerClient ──files──▶ incoming ──verify──▶ the site's state
 * </pre>
 */
@NullMarked
package io.windsock.site.join;

import org.jspecify.annotations.NullMarked;
