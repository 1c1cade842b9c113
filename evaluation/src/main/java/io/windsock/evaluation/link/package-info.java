/**
 * The experiments of links to other clusters: against MirrorMaker 2, the figures of <i>Adaptively
 * Cooperative Pipelining</i> (section 4.3), and freshness over long lines.
 *
 * <pre>
 *   LinkExperiments ──▶ LinkMirrorMaker ──▶ CopyRun ──┬──▶ lab.Sites, lab.CopyTimer
 *                       LinkStages ───────▶ StageRun ─┤──▶ copier.LinkCopier, copier.MirrorMaker
 *                         │ IntervalTrace             │
 *                         ▼ StageFigures              │
 *                       LinkFreshness ──▶ FreshnessRun ──▶ lab.FreshnessLoad, lab.BetweenSites
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.link;

import org.jspecify.annotations.NullMarked;
