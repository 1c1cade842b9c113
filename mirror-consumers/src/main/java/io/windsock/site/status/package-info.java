/**
 * What a site reports of itself: its role, its faults, what its state lacks.
 *
 * <pre>
 *  FaultCounters: SiteFault ─┐
 *  ReadyQueue ──▶ Staleness ─┴──▶ SiteStatus
 * </pre>
 */
@NullMarked
package io.windsock.site.status;

import org.jspecify.annotations.NullMarked;
