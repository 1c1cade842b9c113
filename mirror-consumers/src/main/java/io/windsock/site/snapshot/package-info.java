/**
 * Snapshots of a site's state, from which other sites can start.
 *
 * <pre>
 *  state ──checkpoint──▶ snapshots/NUMBER ──manifest──▶ SnapshotKeeper ──▶ http ──▶ other sites
 *                                                             └──▶ samples: "I have number 7"
 * </pre>
 */
@NullMarked
package io.windsock.site.snapshot;

import org.jspecify.annotations.NullMarked;
