package io.windsock.contracts.query.codec;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.jspecify.annotations.Nullable;

/** Batches as Avro's own records of the published schemas. */
final class AvroRecords {
  private static final Schema CALLS = io.windsock.contracts.wire.CallBatch.getClassSchema();
  private static final Schema ANSWERS = io.windsock.contracts.wire.AnswerBatch.getClassSchema();

  private AvroRecords() {}

  static GenericRecord of(CallBatch batch) {
    GenericRecord record = new GenericData.Record(CALLS);
    record.put("sender", batch.sender().name());
    record.put("incarnation", batch.sender().incarnation());
    record.put("gateway", batch.sender().gateway());
    record.put("calls", batch.calls().stream().map(AvroRecords::of).toList());
    record.put("cancels", batch.cancels());
    return record;
  }

  private static GenericRecord of(Call call) {
    Schema item = CALLS.getField("calls").schema().getElementType();
    GenericRecord record = new GenericData.Record(item);
    record.put("id", call.id());
    record.put("question", of(item.getField("question").schema(), call.question()));
    record.put("remainingMs", call.remainingMs());
    record.put("since", of(item.getField("since").schema().getTypes().get(1), call.since()));
    record.put("copies", call.copies());
    record.put("gateways", call.gateways());
    return record;
  }

  private static GenericRecord of(Schema union, Question question) {
    if (question instanceof Question.OfKey key) {
      GenericRecord record = new GenericData.Record(union.getTypes().get(0));
      record.put("key", key.key());
      return record;
    }
    Question.OfView view = (Question.OfView) question;
    GenericRecord record = new GenericData.Record(union.getTypes().get(1));
    record.put("view", view.view());
    record.put("group", view.group());
    record.put("limit", view.limit());
    return record;
  }

  private static @Nullable GenericRecord of(Schema schema, @Nullable Token token) {
    if (token == null) {
      return null;
    }
    GenericRecord record = new GenericData.Record(schema);
    List<Long> offsets = new ArrayList<>();
    for (long offset : token.offsets()) {
      offsets.add(offset);
    }
    record.put("epoch", token.epoch());
    record.put("offsets", offsets);
    return record;
  }

  static GenericRecord of(AnswerBatch batch) {
    GenericRecord record = new GenericData.Record(ANSWERS);
    Responder responder = batch.responder();
    record.put("responder", responder.name());
    record.put("incarnation", responder.incarnation());
    record.put("ready", responder.ready());
    record.put("draining", responder.draining());
    record.put("pendingKeys", responder.pendingKeys());
    record.put("pendingViews", responder.pendingViews());
    record.put("answers", batch.answers().stream().map(AvroRecords::of).toList());
    return record;
  }

  private static GenericRecord of(Answer answer) {
    Schema item = ANSWERS.getField("answers").schema().getElementType();
    Schema status = item.getField("status").schema();
    GenericRecord record = new GenericData.Record(item);
    record.put("id", answer.id());
    record.put("status", new GenericData.EnumSymbol(status, answer.status().name()));
    record.put("site", answer.site());
    record.put("at", of(item.getField("at").schema().getTypes().get(1), answer.at()));
    record.put("body", ByteBuffer.wrap(answer.body()));
    record.put("error", answer.error());
    record.put("remedy", answer.remedy());
    record.put("retryAfterMs", answer.retryAfterMs());
    return record;
  }

  /** Returns what Avro's generic reader makes of the bytes. */
  static GenericRecord read(Schema schema, byte[] bytes) throws IOException {
    BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(bytes, null);
    GenericRecord record = new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
    if (!decoder.isEnd()) {
      throw new IOException("bytes follow the record");
    }
    return record;
  }

  /** Returns Avro's encoding, with arrays in blocks of their own sizes. */
  static byte[] writeInBlocks(GenericRecord record) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder =
        new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }
}
