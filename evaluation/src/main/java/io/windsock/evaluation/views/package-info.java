/**
 * What a cached view costs, against the cheapest server there is.
 *
 * <pre>
 *  ViewsBench ──▶ wrk ──▶ ViewsSite (JVM): a site's server on a real database
 *                   └──▶ BareServer (JVM): Vert.x, the same bytes, nothing else
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.views;

import org.jspecify.annotations.NullMarked;
