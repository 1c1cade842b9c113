/**
 * What a site tells the monitor topic of itself.
 *
 * <pre>
 *  apply loop, state, server ──▶ SiteSampler ──▶ SamplePublisher ──▶ monitor topic
 *  checkpoint committed ────────────────────────────▲   every 500 ms, on a thread of its own
 * </pre>
 */
@NullMarked
package io.windsock.site.sample;

import org.jspecify.annotations.NullMarked;
