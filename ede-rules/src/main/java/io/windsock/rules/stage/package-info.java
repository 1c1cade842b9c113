/**
 * Runs the rules. A stage decides on one event of one key and returns effects; the partition's
 * mirroring function carries them out.
 *
 * <pre>
 *  receive(event) ──▶ Stage 0 ─pass─▶ Stage 1 ─pass─▶ … ──▶ MirrorOutput.passed | derived
 *                        │ Effects       │ Effects
 *                        ▼               ▼
 *         MirroringFunction carries them out, in their order ──▶ MirrorOutput.taken
 *                        │ hold, release          ▲
 *                        ▼                        │
 *         KeyHistory, HoldQueues, MissingUpdates ─╯ release(now): what is due, decided on by its stage
 * </pre>
 *
 * <p>A stage reads the history and writes only its own slots; it calls no other component.
 */
@NullMarked
package io.windsock.rules.stage;

import org.jspecify.annotations.NullMarked;
