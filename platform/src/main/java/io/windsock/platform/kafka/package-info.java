/**
 * Reading a log: which topic a name refers to, where the log begins and ends, and why it may lack
 * an offset that a reader needs; and writers that share a transactional id.
 *
 * <pre>
 *  LogTopic.find ──▶ LogReader ──poll──▶ records          LogReplay: a stretch of a log, once
 *     │                  │
 *  TopicWatch         MissingOffset   trimmed, diverged   EndWatch: where the log ends, as of when
 *  (another topic now?)                  CompetingWriters: whether another writer made a write fail
 * </pre>
 */
@NullMarked
package io.windsock.platform.kafka;

import org.jspecify.annotations.NullMarked;
