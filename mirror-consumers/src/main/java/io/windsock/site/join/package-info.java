/**
 * Starting a site from another site's state, if the log no longer has what it needs.
 *
 * <pre>
 *  configured peers ─┐
 *  monitor topic ────┴─▶ Candidates ──▶ PeerClient ──files──▶ incoming ──verify──▶ the site's state
 *  monitor topic of a link's source ──ClusterCopy, CopySearch──▶ a snapshot of what the link copies ──▶ the same
 * </pre>
 */
@NullMarked
package io.windsock.site.join;

import org.jspecify.annotations.NullMarked;
