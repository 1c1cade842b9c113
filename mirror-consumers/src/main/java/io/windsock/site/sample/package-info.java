/**
 * The samples that a site publishes to the monitor topic, and what it learns from those of others.
 *
 * <pre>
 *  apply loop, state, server ──▶ SiteSampler ──▶ SamplePublisher ──▶ monitor topic
 *  checkpoint committed ────────────────────────────▲   every 500 ms, on a thread of its own
 *
 *  monitor topic ──▶ SiteWatch ──▶ another site of the same name
 *                            └──▶ Neighbours: the URLs of the others
 * </pre>
 */
@NullMarked
package io.windsock.site.sample;

import org.jspecify.annotations.NullMarked;
