/**
 * Two sites with a broker each, what is to be copied between them, what is between them, and the
 * measurement of a copier.
 *
 * <pre>
 *   Backlog ──fill──▶ Site (source) ══ Copier ══▶ Site (target)
 *                                      BetweenSites
 *                         ▲               ▲
 *                         └── CopyTimer ──┘ ──▶ CopyRate: records/s, MB/s, processor time per MB
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.link.lab;

import org.jspecify.annotations.NullMarked;
