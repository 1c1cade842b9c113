/**
 * The memory of the rules for each key, and the events they hold.
 *
 * <pre>
 *  KeyHistory ── slots (a few numbers a rule, placed by HistoryLayout) ◀── written by the rule's stage
 *       │  ╰──── chains of HeldEvent, one a rule ──▶ HoldQueue, one a rule, in order of due time
 *       │  ╰──── MissingRun, one a rule          ──▶ MissingUpdates, in order of append time
 *       ▼
 *  HistoryFormat ──▶ changelog                  recent events by Reference to the source
 * </pre>
 */
@NullMarked
package io.windsock.rules.history;

import org.jspecify.annotations.NullMarked;
