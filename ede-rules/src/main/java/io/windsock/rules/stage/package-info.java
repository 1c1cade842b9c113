/**
 * The rules as they run. A stage decides on one event of one key, and answers with effects.
 *
 * <pre>
 *  event, KeyHistory ──▶ Stage.decide ──▶ Effects: pass | hold | replace | supersede | release | derive | …
 *                           │
 *                           ╰── reads the history; writes its own slots, nothing else
 * </pre>
 *
 * <p>A stage calls nobody back: {@code rules.function} carries the effects out, in their order.
 */
@NullMarked
package io.windsock.rules.stage;

import org.jspecify.annotations.NullMarked;
