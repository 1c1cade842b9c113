/**
 * How a site starts from another one's state, where the log does not have what it needs.
 *
 * <pre>
 *  configured peers ─┐
 *  monitor topic ────┴─▶ Candidates ──▶ PeerClient ──files──▶ incoming ──verify──▶ the site's state
 * </pre>
 */
@NullMarked
package io.windsock.site.join;

import org.jspecify.annotations.NullMarked;
