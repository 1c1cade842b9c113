/**
 * Views, encoded once for each version whoever asks.
 *
 * <pre>
 *  request ──▶ ViewEndpoint ──▶ ViewCache ──hit──▶ shared bytes
 *                                  │ miss: one encoding, everybody waits for it
 *                                  ▼
 *                              ViewEncoder (worker, SiteSnapshot) ──too big──▶ BigView, page by page
 *
 *  UpdateBatch ──groups that changed──▶ ViewCache drops them
 * </pre>
 */
@NullMarked
package io.windsock.site.http.views;

import org.jspecify.annotations.NullMarked;
