/**
 * Replays a feed into the source topics at the recording's speed or faster.
 *
 * <pre>
 *  FeedReader ──▶ selection ──▶ shift in time ──▶ Pacer ──▶ EventSender ──▶ source topics
 *                (from, to, types)  (loop, rebase)   │ ▲         │ acks
 *                       pause, speed, stop ──────────┘ └── Deliveries ──▶ progress, faults
 * </pre>
 */
@NullMarked
package io.windsock.feeds.replay;

import org.jspecify.annotations.NullMarked;
