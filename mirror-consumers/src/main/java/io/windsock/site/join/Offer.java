package io.windsock.site.join;

import io.windsock.site.snapshot.SnapshotManifest;

/**
 * A snapshot from which a site may start.
 *
 * @param url its site
 * @param ofSource whether that follows the log that is copied here
 * @param wholeOnly whether its state is refused if it began later than its log
 */
record Offer(String url, SnapshotManifest manifest, boolean ofSource, boolean wholeOnly) {}
