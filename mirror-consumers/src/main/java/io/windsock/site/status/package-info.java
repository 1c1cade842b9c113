/**
 * A site's status report: its role, its faults, and what its state lacks.
 *
 * <pre>
 *  FaultCounters: SiteFault ─┐
 *  ReadyQueue ──▶ Staleness ─┴──▶ SiteStatus
 * </pre>
 */
@NullMarked
package io.windsock.site.status;

import org.jspecify.annotations.NullMarked;
