/**
 * The receiver: takes frames, and commits batches at the target together with their source offsets.
 *
 * <pre>
 *  FrameStream ─▶ LinkReceiver ─▶ ReceiverSession ─▶ Pipeline ─▶ Commits ─▶ TargetLog
 *                                  │ a thread          │           │ write; commit and reply when none waits
 *                                  │                   │           one transaction: records, LinkPosition
 *                                  │                   guard, decrypt, decompress
 *                                  TargetTopics: creates and checks the target's topics
 *                                  TargetTail: checks that they end where the link has left them
 *                                  OpenTransaction: why they do not end there yet
 *                                  TargetWatch: ends the session when one of them is deleted,
 *                                  ControlWatch: or when somebody else has taken the link over
 * </pre>
 *
 * <p>{@link io.windsock.platform.copy.LinkPosition} is what the target knows of the link. It is in
 * the link's own compacted topic at the target, written in each transaction, so a restart of either
 * side neither loses, repeats nor tears a batch.
 */
@NullMarked
package io.windsock.link.receive;

import org.jspecify.annotations.NullMarked;
