/**
 * The cost of a cached view, compared with a minimal server.
 *
 * <pre>
 *  ViewsBench ──▶ wrk ──▶ ViewsSite (JVM): a site's server on a real database
 *                   └──▶ BareServer (JVM): Vert.x, the same bytes, nothing else
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.views;

import org.jspecify.annotations.NullMarked;
