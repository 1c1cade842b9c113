/**
 * The rules at work on one partition.
 *
 * <pre>
 *  receive(event) ──▶ stage 0 ─pass─▶ stage 1 ─pass─▶ … ──▶ MirrorOutput.passed | derived
 *                        │ effects       │ effects
 *                        ▼               ▼
 *         MirroringFunction carries them out: holds, releases, superseded ──▶ MirrorOutput.taken
 *                        ▲
 *  release(now) ─────────╯ what is due of HoldQueues, decided on by its stage
 * </pre>
 */
@NullMarked
package io.windsock.rules.function;

import org.jspecify.annotations.NullMarked;
