package io.windsock.contracts.query.codec;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Responder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts between batches of answers and bytes: Avro's binary encoding of {@code
 * AnswerBatch.avsc}, without framing. All methods are pure.
 */
public final class AnswerBatchCodec {
  private static final int HEAD_BYTES = 128;
  private static final ByteBuffer END = end();
  private static final byte[] NO_BODY = {};

  private AnswerBatchCodec() {}

  private static ByteBuffer end() {
    AvroOutput end = new AvroOutput(1);
    end.number(0);
    return end.finish(0).get(0);
  }

  /** Encodes a batch. */
  public static List<ByteBuffer> encode(AnswerBatch batch) {
    AnswerEncoder answers = new AnswerEncoder();
    batch.answers().forEach(answers::add);
    return encode(batch.responder(), List.of(answers.take()));
  }

  /**
   * Encodes a batch of answers that are encoded already.
   *
   * @param answers what {@link AnswerEncoder#take} returned
   */
  public static List<ByteBuffer> encode(Responder responder, List<BatchBlock> answers) {
    AvroOutput head = new AvroOutput(HEAD_BYTES);
    head.text(responder.name(), BatchBounds.MAX_NAME_BYTES);
    head.text(responder.incarnation(), BatchBounds.MAX_NAME_BYTES);
    head.flag(responder.ready());
    head.flag(responder.draining());
    head.number(responder.pendingKeys());
    head.number(responder.pendingViews());
    List<ByteBuffer> all = new ArrayList<>(head.finish(0));
    answers.forEach(block -> all.addAll(block.buffers()));
    all.add(END.duplicate());
    return all;
  }

  /**
   * Decodes a batch. Copies the bodies, and nothing else, out of {@code bytes}.
   *
   * @throws MalformedBatchException with the reason, if the bytes are not a batch or exceed {@link
   *     BatchBounds}
   */
  public static AnswerBatch decode(byte[] bytes, int offset, int length)
      throws MalformedBatchException {
    if (length > BatchBounds.MAX_ANSWER_BATCH_BYTES) {
      throw new MalformedBatchException("a batch of " + length + " bytes");
    }
    Decoding decoding = new Decoding(new AvroInput(bytes, offset, length));
    return decoding.batch();
  }

  /** One batch while it is being read. */
  private static final class Decoding {
    private final AvroInput in;
    private final AvroInput.Repeat<String> site = new AvroInput.Repeat<>();
    private final AvroInput.Repeat<Token> position = new AvroInput.Repeat<>();

    Decoding(AvroInput in) {
      this.in = in;
    }

    AnswerBatch batch() throws MalformedBatchException {
      Responder responder = responder();
      List<Answer> answers = new ArrayList<>();
      in.begin();
      while (in.next("answers", answers.size(), BatchBounds.MAX_ITEMS)) {
        long left = in.pause();
        answers.add(answer());
        in.resume(left);
      }
      in.requireEnd();
      return new AnswerBatch(responder, answers);
    }

    private Responder responder() throws MalformedBatchException {
      return new Responder(
          in.text("responder", BatchBounds.MAX_NAME_BYTES),
          in.text("incarnation", BatchBounds.MAX_NAME_BYTES),
          in.flag("ready"),
          in.flag("draining"),
          in.integer("pendingKeys"),
          in.integer("pendingViews"));
    }

    private Answer answer() throws MalformedBatchException {
      return new Answer(
          in.id(),
          StatusIndex.at(in.index("status", StatusIndex.COUNT)),
          in.text("site", BatchBounds.MAX_NAME_BYTES, site),
          at(),
          body(),
          in.text("error", BatchBounds.MAX_MESSAGE_BYTES),
          in.text("remedy", BatchBounds.MAX_MESSAGE_BYTES),
          in.integer("retryAfterMs"));
    }

    private @Nullable Token at() throws MalformedBatchException {
      return in.index("at", 2) == 0 ? null : in.position("at", position);
    }

    private byte[] body() throws MalformedBatchException {
      byte[] body = in.bytes("body", BatchBounds.MAX_BODY_BYTES);
      return body.length == 0 ? NO_BODY : body;
    }
  }
}
