/**
 * The samples that a site publishes to the monitor topic.
 *
 * <pre>
 *  apply loop, state, server ──▶ SiteSampler ──▶ SamplePublisher ──▶ monitor topic
 *  checkpoint committed ────────────────────────────▲   every 500 ms, on a thread of its own
 * </pre>
 */
@NullMarked
package io.windsock.site.sample;

import org.jspecify.annotations.NullMarked;
