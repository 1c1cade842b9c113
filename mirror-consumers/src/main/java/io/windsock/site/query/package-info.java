/**
 * Queries as values, and their answers. Knows no transport: HTTP and SSE bind to it.
 *
 * <pre>
 *  KeyQuery ─────▶ Queries ──worker, SiteSnapshot──────────────────────▶ QueryAnswer: Found, Refused …
 *  ViewQuery ────▶    │ ──▶ ViewCache ──hit──▶ shared bytes ──────────▶
 *                     │         │ miss: one Encoding, everybody waits for it
 *                     │         └──▶ ViewEncoder (worker) ──too big──▶ TooBig: stream, page by page
 *  FollowQuery ──▶    └── where is the client? ──▶ FollowStart: Reset, Resume, Behind ──▶ subscribe
 *
 *  UpdateBatch ──groups that changed──▶ ViewCache drops them
 * </pre>
 */
@NullMarked
package io.windsock.site.query;

import org.jspecify.annotations.NullMarked;
