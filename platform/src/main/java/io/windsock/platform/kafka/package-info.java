/**
 * Reading a log, whoever reads it: which topic a name stands for, where the log begins and ends,
 * and why it may lack what a reader needs next.
 *
 * <pre>
 *  LogTopic.find ──▶ LogReader ──poll──▶ records          LogReplay: a stretch of a log, once
 *     │                  │
 *  TopicWatch         MissingOffset   trimmed, diverged   EndWatch: where the log ends, as of when
 *  (another topic now?)
 * </pre>
 */
@NullMarked
package io.windsock.platform.kafka;

import org.jspecify.annotations.NullMarked;
