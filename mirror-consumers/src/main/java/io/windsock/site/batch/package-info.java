/**
 * The edge of a site for calls that come in batches: the query elements of Friedman and Birman,
 * "Using Group Communication Technology to Implement a Reliable and Scalable Distributed IN
 * Coprocessor", section 3.1.
 *
 * <pre>
 *  link ──CallBatch──▶ CallDesk (one an event loop) ──PendingCall──▶ KeyJob ──▶ KeyReader, a snapshot
 *                         │  Watermark, deadline, position              │
 *                         ├──▶ Queries ──▶ ViewCache                    ▼
 *                         │         └───────QueryAnswer──▶ Answers ◀────┘
 *                         │                                   │ encoded once
 *  links ◀──BatchBlock── Gateways: the streams of those that the call names
 * </pre>
 *
 * <p>Before the site serves anyone, {@link io.windsock.site.batch.Rehearsal} makes calls to it.
 *
 * <p>Threads: the site's event loops own calls and streams; workers of its own read keys, so that
 * they do not wait for views.
 */
@NullMarked
package io.windsock.site.batch;

import org.jspecify.annotations.NullMarked;
