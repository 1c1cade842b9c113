/**
 * Calls, questions about state that are to be answered within a deadline, and their answers: as
 * values, and as the batches in which they travel between requesters, gateways and sites.
 *
 * <pre>
 *  Call ───▶ CallEncoder ─────BatchBlock──▶ CallBatchCodec.encode ────bytes──▶ .decode ──▶ CallBatch
 *  Answer ─▶ AnswerEncoder ───BatchBlock──▶ AnswerBatchCodec.encode ──bytes──▶ .decode ──▶ AnswerBatch
 *                                 └ may go into the batches of several receivers
 * </pre>
 */
@NullMarked
package io.windsock.contracts.query;

import org.jspecify.annotations.NullMarked;
