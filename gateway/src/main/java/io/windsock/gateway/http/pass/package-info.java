/**
 * Passes requests for views, states, update streams and pages through to sites, so that displays
 * need one address.
 *
 * <pre>
 *  Exchange ──▶ PassThrough (one an event loop) ──▶ PassedRequest, waits for its turn (Turns)
 *                                                     │  SiteStreams: the site with the fewest
 *                                                     ├──▶ site ──no answer, or 5xx──▶ the next site
 *  client ◀──back-pressure both ways── PassedHeaders ─┘
 * </pre>
 *
 * <p>A stream of updates ends for its client when its site fails. The client connects again with
 * its position, which is valid at each site of the role, and another site continues from there.
 */
@NullMarked
package io.windsock.gateway.http.pass;

import org.jspecify.annotations.NullMarked;
