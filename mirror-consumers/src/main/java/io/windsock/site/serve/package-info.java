/**
 * The basis of a site's endpoints: the served site, positions, rows as JSON, and pages in transit
 * from a reader to a client.
 *
 * <pre>
 *  ServedSite ──SiteSnapshot──▶ RowWriter ──▶ PageSink ──▶ KeptPages  in memory, up to a bound
 *                                                    └───▶ PageGate   as fast as a client takes them
 * </pre>
 */
@NullMarked
package io.windsock.site.serve;

import org.jspecify.annotations.NullMarked;
