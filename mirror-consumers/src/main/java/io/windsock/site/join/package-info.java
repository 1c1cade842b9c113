/**
 * Starting a site from another site's state, if the log no longer has what it needs, or if that
 * state is so far ahead ({@link Preference}) that reading the log would take longer.
 *
 * <pre>
 *  configured peers ─┐
 *  monitor topic ────┴─▶ Candidates ──▶ PeerClient ──files──▶ incoming ──verify──▶ the site's state
 *
 *  where a link copies the log:
 *  state of its source ──CopySearch in the CopiedLog (ClusterCopy)──▶ the place that it has reached here
 * </pre>
 */
@NullMarked
package io.windsock.site.join;

import org.jspecify.annotations.NullMarked;
