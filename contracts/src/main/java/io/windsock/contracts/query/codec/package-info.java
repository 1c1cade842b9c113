/**
 * Batches of calls and of answers as bytes.
 *
 * <pre>
 *  Call ───▶ CallEncoder ─────BatchBlock──▶ CallBatchCodec.encode ────bytes──▶ .decode ──▶ CallBatch
 *  Answer ─▶ AnswerEncoder ───BatchBlock──▶ AnswerBatchCodec.encode ──bytes──▶ .decode ──▶ AnswerBatch
 *                                 └ may go into the batches of several receivers
 * </pre>
 *
 * <p>The bytes are Avro's binary encoding of {@code CallBatch.avsc} and {@code AnswerBatch.avsc},
 * written and read by hand: within bounds, and without copying what need not be copied.
 */
@NullMarked
package io.windsock.contracts.query.codec;

import org.jspecify.annotations.NullMarked;
