/**
 * The receiver: takes frames, and commits each batch at the target together with its source
 * offsets.
 *
 * <pre>
 *  FrameStream ─▶ LinkReceiver ─▶ ReceiverSession ─▶ Pipeline ─▶ TargetLog
 *                                  │ a thread          │ guard, decrypt, decompress, write, reply
 *                                  │                   one transaction: records, LinkPosition
 *                                  TargetTopics: creates and checks the target's topics
 *                                  TargetWatch: ends the session when one of them is deleted
 * </pre>
 *
 * <p>{@link io.windsock.platform.copy.LinkPosition} is what the target knows of the link. It is in
 * the link's own compacted topic at the target, written in the transaction of each batch, so a
 * restart of either side neither loses, repeats nor tears a batch.
 */
@NullMarked
package io.windsock.link.receive;

import org.jspecify.annotations.NullMarked;
