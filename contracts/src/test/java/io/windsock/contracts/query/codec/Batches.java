package io.windsock.contracts.query.codec;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.Sender;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Batches made at random. */
final class Batches {
  private static final int ITEMS = 12;
  private static final int BODY_BYTES = 5000;

  private record Rest(String remedy, int retryAfterMs) {}

  private Batches() {}

  static byte[] joined(List<ByteBuffer> buffers) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (ByteBuffer buffer : buffers) {
      ByteBuffer left = buffer.duplicate();
      byte[] bytes = new byte[left.remaining()];
      left.get(bytes);
      all.writeBytes(bytes);
    }
    return all.toByteArray();
  }

  static Arbitrary<CallBatch> calls() {
    return Combinators.combine(
            Combinators.combine(name(), name(), Arbitraries.of(true, false)).as(Sender::new),
            call().list().ofMaxSize(ITEMS),
            id().list().ofMaxSize(ITEMS))
        .as(CallBatch::new);
  }

  static Arbitrary<AnswerBatch> answers() {
    return Combinators.combine(responder(), answer().list().ofMaxSize(ITEMS)).as(AnswerBatch::new);
  }

  static Arbitrary<Call> call() {
    return Combinators.combine(
            id(),
            question(),
            Arbitraries.integers(),
            token().injectNull(0.3),
            Arbitraries.integers(),
            name().list().ofMaxSize(3))
        .as(Call::new);
  }

  private static Arbitrary<Question> question() {
    Arbitrary<Question> keys = text().map(Question.OfKey::new);
    Arbitrary<Question> views =
        Combinators.combine(text(), text(), Arbitraries.integers()).as(Question.OfView::new);
    return Arbitraries.oneOf(keys, views);
  }

  private static Arbitrary<Responder> responder() {
    Arbitrary<Boolean> flag = Arbitraries.of(true, false);
    Arbitrary<Integer> pending = Arbitraries.integers();
    return Combinators.combine(name(), name(), flag, flag, pending, pending).as(Responder::new);
  }

  static Arbitrary<Answer> answer() {
    return Combinators.combine(
            id(),
            Arbitraries.of(Answer.Status.values()),
            name(),
            token().injectNull(0.3),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(BODY_BYTES),
            text(),
            Combinators.combine(text(), Arbitraries.integers()).as(Rest::new))
        .as(
            (id, status, site, at, body, error, rest) ->
                new Answer(id, status, site, at, body, error, rest.remedy(), rest.retryAfterMs()));
  }

  private static Arbitrary<String> id() {
    return Arbitraries.strings()
        .alpha()
        .numeric()
        .withChars(".-_:")
        .ofMinLength(1)
        .ofMaxLength(Call.MAX_WIRE_ID_CHARS);
  }

  private static Arbitrary<String> name() {
    return Arbitraries.of("g1", "g2", "mirror-1", "", "Späte ✈");
  }

  private static Arbitrary<String> text() {
    return Arbitraries.oneOf(
        Arbitraries.of("", "FL1", "arrivals", "Gewünscht ✈ \ufffd 𝄞"),
        Arbitraries.strings().ascii().ofMaxLength(200));
  }

  private static Arbitrary<Token> token() {
    return Combinators.combine(
            Arbitraries.longs(),
            Arbitraries.longs().greaterOrEqual(0).array(long[].class).ofMinSize(1).ofMaxSize(20))
        .as(Token::new);
  }
}
