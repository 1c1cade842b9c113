/**
 * What copies a backlog in the experiments: a link of Windsock, or MirrorMaker 2, in processes of
 * their own.
 *
 * <pre>
 *   LinkCopier ──LinkOrder, a line──▶ LinkMain: the sender    ══▶ LinkMain: the receiver
 *        ▲────LinkReport, trace───────────┘ TracedPolicy
 *   MirrorMaker ──a file of settings──▶ MirrorMakerMain ◀── MirrorMakerLibraries
 * </pre>
 */
@NullMarked
package io.windsock.evaluation.link.copier;

import org.jspecify.annotations.NullMarked;
