/**
 * The generated feed: a synthetic day of an airline hub, reproducible from its seed.
 *
 * <pre>
 *  seed, options ──▶ LegPlanner ──▶ Leg ──▶ LegCursor: status │ positions │ boarding │ baggage │ crew
 *                        │                       │ one a flight alive, in event time
 *                   EventBudget             GeneratedFeed ──▶ Disorder ──▶ FeedReader, in order of emission
 * </pre>
 */
@NullMarked
package io.windsock.feeds.generate;

import org.jspecify.annotations.NullMarked;
