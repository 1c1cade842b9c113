package io.windsock.contracts.query.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.Sender;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BatchBoundsTest {
  private static final Sender ME = new Sender("g1", "i1", true);
  private static final Responder SITE = new Responder("m1", "i1", true, false, 0, 0);
  private static final Question KEY = new Question.OfKey("FL1");

  private static Call call(String id, Question question, List<String> gateways) {
    return new Call(id, question, 100, null, 1, gateways);
  }

  static Stream<Arguments> faults() {
    String tooLong = "k".repeat(BatchBounds.MAX_TEXT_BYTES + 1);
    return Stream.of(
        arguments(call("", KEY, List.of()), "id ''"),
        arguments(call("a b", KEY, List.of()), "id 'a b'"),
        arguments(call("ä", KEY, List.of()), "id 'ä'"),
        arguments(call("x".repeat(98), KEY, List.of()), "id 'xxx"),
        arguments(call("a", new Question.OfKey(tooLong), List.of()), "key 'kkk"),
        arguments(call("a", new Question.OfView(tooLong, "", 1), List.of()), "view 'kkk"),
        arguments(call("a", new Question.OfView("v", tooLong, 1), List.of()), "group 'kkk"),
        arguments(call("a", KEY, Collections.nCopies(17, "g")), "gateways: 17"),
        arguments(call("a", KEY, List.of("g".repeat(129))), "gateway 'ggg"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void shouldNameTheFaultOfACall(Call call, String fault) {
    assertThat(BatchBounds.fault(call)).startsWith(fault);
    CallEncoder encoder = new CallEncoder();
    assertThatThrownBy(() -> encoder.add(call))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(fault);
    assertThat(encoder.take()).isEqualTo(BatchBlock.EMPTY);
  }

  @Test
  void shouldAllowWhatIsJustWithinTheBounds() throws MalformedBatchException {
    Question longest = new Question.OfKey("ä".repeat(BatchBounds.MAX_TEXT_BYTES / 2));
    Token token = new Token(Long.MIN_VALUE, new long[Token.MAX_PARTITIONS]);
    Call call =
        new Call(
            "x".repeat(Call.MAX_WIRE_ID_CHARS),
            longest,
            Integer.MIN_VALUE,
            token,
            Integer.MAX_VALUE,
            Collections.nCopies(BatchBounds.MAX_GATEWAYS, "g".repeat(128)));
    CallBatch batch = new CallBatch(ME, List.of(call), List.of());

    byte[] bytes = Batches.joined(CallBatchCodec.encode(batch));

    assertThat(CallBatchCodec.decode(bytes, 0, bytes.length)).isEqualTo(batch);
  }

  @Test
  void shouldRefuseMoreCallsThanABatchMayHave() {
    CallEncoder encoder = new CallEncoder();
    for (int i = 0; i <= BatchBounds.MAX_ITEMS; i++) {
      encoder.add(call("c" + i, KEY, List.of()));
    }
    byte[] bytes = Batches.joined(CallBatchCodec.encode(ME, List.of(encoder.take()), List.of()));

    assertThatThrownBy(() -> CallBatchCodec.decode(bytes, 0, bytes.length))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessage("calls: more than 4096");
  }

  @Test
  void shouldRefuseMoreCallsThanABatchMayHaveInSeveralBlocks() {
    CallEncoder encoder = new CallEncoder();
    encoder.add(call("c", KEY, List.of()));
    BatchBlock one = encoder.take();
    List<BatchBlock> blocks = Collections.nCopies(BatchBounds.MAX_ITEMS + 1, one);
    byte[] bytes = Batches.joined(CallBatchCodec.encode(ME, blocks, List.of()));

    assertThatThrownBy(() -> CallBatchCodec.decode(bytes, 0, bytes.length))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessage("calls: more than 4096");
  }

  @Test
  void shouldRefuseBatchesBeyondTheirBytes() {
    assertThatThrownBy(() -> CallBatchCodec.decode(new byte[0], 0, (4 << 20) + 1))
        .isInstanceOf(MalformedBatchException.class);
    assertThatThrownBy(() -> AnswerBatchCodec.decode(new byte[0], 0, (16 << 20) + 1))
        .isInstanceOf(MalformedBatchException.class);
  }

  @Test
  void shouldAllocateNothingForLengthsThatAreNotThere() {
    AvroOutput lie = new AvroOutput(64);
    lie.text("m1");
    lie.text("i1");
    lie.flag(true);
    lie.flag(false);
    lie.number(0);
    lie.number(0);
    lie.number(1);
    lie.text("id");
    lie.number(0);
    lie.text("m1");
    lie.number(0);
    lie.number(BatchBounds.MAX_BODY_BYTES);
    byte[] bytes = Batches.joined(lie.finish(0));

    assertThatThrownBy(() -> AnswerBatchCodec.decode(bytes, 0, bytes.length))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessage("body: cut short");
  }

  @Test
  void shouldRefuseTextThatIsNotUtf8() {
    AvroOutput out = new AvroOutput(64);
    out.bytes(ByteBuffer.wrap(new byte[] {'g', (byte) 0xc3}));
    byte[] bytes = Batches.joined(out.finish(0));

    assertThatThrownBy(() -> CallBatchCodec.decode(bytes, 0, bytes.length))
        .isInstanceOf(MalformedBatchException.class)
        .hasMessage("sender: not UTF-8");
  }

  @Test
  void shouldReferToBigBodiesAndCopySmallOnes() {
    byte[] small = new byte[AvroOutput.MAX_COPIED_BYTES];
    byte[] big = new byte[AvroOutput.MAX_COPIED_BYTES + 1];
    Token at = new Token(1, new long[] {5});
    AnswerEncoder encoder = new AnswerEncoder();
    encoder.found("a", "m1", at, ByteBuffer.wrap(small));
    encoder.found("b", "m1", at, ByteBuffer.wrap(big));
    encoder.found("c", "m1", at, ByteBuffer.wrap(small));

    BatchBlock block = encoder.take();

    assertThat(block.count()).isEqualTo(3);
    assertThat(block.buffers()).hasSize(3);
    assertThat(block.buffers().get(1).array()).isSameAs(big);
    assertThat(block.buffers().stream().mapToInt(ByteBuffer::remaining).sum())
        .isEqualTo(block.bytes());
  }

  @Test
  void shouldCutLongErrorsBetweenCharacters() throws MalformedBatchException {
    String error = "x" + "ä".repeat(BatchBounds.MAX_MESSAGE_BYTES);
    AnswerEncoder encoder = new AnswerEncoder();
    encoder.other("a", Answer.Status.INVALID, "m1", error, "");
    byte[] bytes = Batches.joined(AnswerBatchCodec.encode(SITE, List.of(encoder.take())));

    Answer read = AnswerBatchCodec.decode(bytes, 0, bytes.length).answers().get(0);

    assertThat(read.error()).isEqualTo("x" + "ä".repeat(BatchBounds.MAX_MESSAGE_BYTES / 2 - 1));
  }

  @Test
  void shouldReadABatchWithinOtherBytes() throws MalformedBatchException {
    CallBatch batch = new CallBatch(ME, List.of(call("a", KEY, List.of("g1"))), List.of("b"));
    byte[] bytes = Batches.joined(CallBatchCodec.encode(batch));
    byte[] more = new byte[bytes.length + 20];
    System.arraycopy(bytes, 0, more, 10, bytes.length);

    assertThat(CallBatchCodec.decode(more, 10, bytes.length)).isEqualTo(batch);
  }
}
