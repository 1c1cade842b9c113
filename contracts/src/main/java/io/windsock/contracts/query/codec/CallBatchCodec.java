package io.windsock.contracts.query.codec;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts between batches of calls and bytes: Avro's binary encoding of {@code CallBatch.avsc},
 * without framing. All methods are pure.
 */
public final class CallBatchCodec {
  private static final int HEAD_BYTES = 128;

  private CallBatchCodec() {}

  /** Encodes a batch. */
  public static List<ByteBuffer> encode(CallBatch batch) {
    CallEncoder calls = new CallEncoder();
    batch.calls().forEach(calls::add);
    return encode(batch.sender(), List.of(calls.take()), batch.cancels());
  }

  /**
   * Encodes a batch of calls that are encoded already.
   *
   * @param calls what {@link CallEncoder#take} returned
   * @param cancels valid ids
   */
  public static List<ByteBuffer> encode(
      Sender sender, List<BatchBlock> calls, List<String> cancels) {
    AvroOutput head = new AvroOutput(HEAD_BYTES);
    head.text(sender.name(), BatchBounds.MAX_NAME_BYTES);
    head.text(sender.incarnation(), BatchBounds.MAX_NAME_BYTES);
    head.flag(sender.gateway());
    List<ByteBuffer> all = new ArrayList<>(head.finish(0));
    calls.forEach(block -> all.addAll(block.buffers()));
    AvroOutput tail = new AvroOutput(HEAD_BYTES);
    tail.number(0);
    if (!cancels.isEmpty()) {
      tail.number(cancels.size());
      cancels.forEach(tail::text);
    }
    tail.number(0);
    all.addAll(tail.finish(0));
    return all;
  }

  /**
   * Decodes a batch.
   *
   * @throws MalformedBatchException with the reason, if the bytes are not a batch or exceed {@link
   *     BatchBounds}
   */
  public static CallBatch decode(byte[] bytes, int offset, int length)
      throws MalformedBatchException {
    if (length > BatchBounds.MAX_CALL_BATCH_BYTES) {
      throw new MalformedBatchException("a batch of " + length + " bytes");
    }
    Decoding decoding = new Decoding(new AvroInput(bytes, offset, length));
    return decoding.batch();
  }

  /** One batch while it is being read. */
  private static final class Decoding {
    private final AvroInput in;
    private final AvroInput.Repeat<Token> since = new AvroInput.Repeat<>();
    private final AvroInput.Repeat<List<String>> gateways = new AvroInput.Repeat<>();
    private final AvroInput.Repeat<String> view = new AvroInput.Repeat<>();

    Decoding(AvroInput in) {
      this.in = in;
    }

    CallBatch batch() throws MalformedBatchException {
      String name = in.text("sender", BatchBounds.MAX_NAME_BYTES);
      String incarnation = in.text("incarnation", BatchBounds.MAX_NAME_BYTES);
      Sender sender = new Sender(name, incarnation, in.flag("gateway"));
      List<Call> calls = new ArrayList<>();
      in.begin();
      while (in.next("calls", calls.size(), BatchBounds.MAX_ITEMS)) {
        long left = in.pause();
        calls.add(call());
        in.resume(left);
      }
      List<String> cancels = new ArrayList<>();
      in.begin();
      while (in.next("cancels", cancels.size(), BatchBounds.MAX_ITEMS)) {
        cancels.add(in.id());
      }
      in.requireEnd();
      return new CallBatch(sender, calls, cancels);
    }

    private Call call() throws MalformedBatchException {
      String id = in.id();
      Question question = question();
      int remainingMs = in.integer("remainingMs");
      return new Call(id, question, remainingMs, since(), in.integer("copies"), gateways());
    }

    private Question question() throws MalformedBatchException {
      if (in.index("question", 2) == 0) {
        return new Question.OfKey(in.text("key", BatchBounds.MAX_TEXT_BYTES));
      }
      String name = in.text("view", BatchBounds.MAX_TEXT_BYTES, view);
      String group = in.text("group", BatchBounds.MAX_TEXT_BYTES);
      return new Question.OfView(name, group, in.integer("limit"));
    }

    private @Nullable Token since() throws MalformedBatchException {
      return in.index("since", 2) == 0 ? null : in.position("since", since);
    }

    private List<String> gateways() throws MalformedBatchException {
      List<String> again = in.again(gateways);
      if (again != null) {
        return again;
      }
      int from = in.at();
      List<String> names = new ArrayList<>(2);
      in.begin();
      while (in.next("gateways", names.size(), BatchBounds.MAX_GATEWAYS)) {
        names.add(in.text("gateway", BatchBounds.MAX_NAME_BYTES));
      }
      return in.remember(gateways, from, List.copyOf(names));
    }
  }
}
