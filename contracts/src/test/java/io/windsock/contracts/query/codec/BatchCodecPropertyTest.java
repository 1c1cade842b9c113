package io.windsock.contracts.query.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.CallBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class BatchCodecPropertyTest {
  private static final int MUTATIONS = 40;

  @Provide
  Arbitrary<CallBatch> calls() {
    return Batches.calls();
  }

  @Provide
  Arbitrary<AnswerBatch> answers() {
    return Batches.answers();
  }

  private static AnswerBatch decodedAnswers(byte[] bytes) throws MalformedBatchException {
    return AnswerBatchCodec.decode(bytes, 0, bytes.length);
  }

  private static CallBatch decodedCalls(byte[] bytes) throws MalformedBatchException {
    return CallBatchCodec.decode(bytes, 0, bytes.length);
  }

  @Property(tries = 300)
  void shouldReadCallsAsTheyWereWritten(@ForAll("calls") CallBatch batch)
      throws MalformedBatchException {
    assertThat(decodedCalls(Batches.joined(CallBatchCodec.encode(batch)))).isEqualTo(batch);
  }

  @Property(tries = 300)
  void shouldReadAnswersAsTheyWereWritten(@ForAll("answers") AnswerBatch batch)
      throws MalformedBatchException {
    AnswerBatch read = decodedAnswers(Batches.joined(AnswerBatchCodec.encode(batch)));

    assertThat(read).usingRecursiveComparison().isEqualTo(batch);
  }

  @Property(tries = 200)
  void shouldWriteCallsThatAvroReads(@ForAll("calls") CallBatch batch) throws IOException {
    byte[] bytes = Batches.joined(CallBatchCodec.encode(batch));

    assertThat(AvroRecords.read(AvroRecords.of(batch).getSchema(), bytes))
        .hasToString(AvroRecords.of(batch).toString());
  }

  @Property(tries = 200)
  void shouldWriteAnswersThatAvroReads(@ForAll("answers") AnswerBatch batch) throws IOException {
    byte[] bytes = Batches.joined(AnswerBatchCodec.encode(batch));

    assertThat(AvroRecords.read(AvroRecords.of(batch).getSchema(), bytes))
        .hasToString(AvroRecords.of(batch).toString());
  }

  @Property(tries = 200)
  void shouldReadCallsThatAvroWroteInBlocks(@ForAll("calls") CallBatch batch)
      throws IOException, MalformedBatchException {
    byte[] bytes = AvroRecords.writeInBlocks(AvroRecords.of(batch));

    assertThat(decodedCalls(bytes)).isEqualTo(batch);
  }

  @Property(tries = 200)
  void shouldReadAnswersThatAvroWroteInBlocks(@ForAll("answers") AnswerBatch batch)
      throws IOException, MalformedBatchException {
    byte[] bytes = AvroRecords.writeInBlocks(AvroRecords.of(batch));

    assertThat(decodedAnswers(bytes)).usingRecursiveComparison().isEqualTo(batch);
  }

  @Property(tries = 300)
  void shouldRefuseOrReadAnythingElse(
      @ForAll("calls") CallBatch calls, @ForAll("answers") AnswerBatch answers, @ForAll long seed) {
    Random random = new Random(seed);
    byte[] ofCalls = Batches.joined(CallBatchCodec.encode(calls));
    byte[] ofAnswers = Batches.joined(AnswerBatchCodec.encode(answers));
    for (int i = 0; i < MUTATIONS; i++) {
      readsOrRefuses(mutated(random, ofCalls));
      readsOrRefuses(mutated(random, ofAnswers));
    }
  }

  /** Any other exception fails the test. */
  private static void readsOrRefuses(byte[] bytes) {
    try {
      CallBatch read = decodedCalls(bytes);
      assertThat(read.calls()).hasSizeLessThanOrEqualTo(BatchBounds.MAX_ITEMS);
      assertThat(read.calls()).allMatch(call -> BatchBounds.fault(call) == null);
    } catch (MalformedBatchException e) {
      assertThat(e).hasMessageContaining(":");
    }
    try {
      assertThat(decodedAnswers(bytes).answers()).hasSizeLessThanOrEqualTo(BatchBounds.MAX_ITEMS);
    } catch (MalformedBatchException e) {
      assertThat(e).hasMessageContaining(":");
    }
  }

  /** Bytes changed, cut short, inserted, or made up. */
  private static byte[] mutated(Random random, byte[] bytes) {
    byte[] result = bytes.clone();
    switch (random.nextInt(4)) {
      case 0 -> {
        for (int i = 0; i <= random.nextInt(4); i++) {
          result[random.nextInt(result.length)] = (byte) random.nextInt();
        }
      }
      case 1 -> result = Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 2 -> {
        int at = random.nextInt(bytes.length);
        result = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(9));
        System.arraycopy(bytes, at, result, result.length - bytes.length + at, bytes.length - at);
      }
      default -> {
        result = new byte[random.nextInt(200)];
        random.nextBytes(result);
      }
    }
    return result;
  }

  @Property(tries = 100)
  void shouldReadSeveralBlocksAsOneBatch(
      @ForAll("answers") AnswerBatch one, @ForAll("answers") AnswerBatch other)
      throws MalformedBatchException {
    AnswerEncoder encoder = new AnswerEncoder();
    one.answers().forEach(encoder::add);
    BatchBlock first = encoder.take();
    other.answers().forEach(encoder::add);
    List<BatchBlock> blocks = List.of(first, BatchBlock.EMPTY, encoder.take());
    List<Answer> all = new ArrayList<>(one.answers());
    all.addAll(other.answers());

    AnswerBatch read =
        decodedAnswers(Batches.joined(AnswerBatchCodec.encode(one.responder(), blocks)));

    assertThat(read).usingRecursiveComparison().isEqualTo(new AnswerBatch(one.responder(), all));
  }
}
