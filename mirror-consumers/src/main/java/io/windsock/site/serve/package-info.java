/**
 * What the edges of a site stand on: the site as they see it, positions, rows as JSON, and pages on
 * their way from a reader to a client.
 *
 * <pre>
 *  ServedSite ──SiteSnapshot──▶ RowWriter ──▶ PageSink ──▶ KeptPages  in memory, up to a bound
 *                                                    └───▶ PageGate   as fast as a client takes them
 * </pre>
 */
@NullMarked
package io.windsock.site.serve;

import org.jspecify.annotations.NullMarked;
