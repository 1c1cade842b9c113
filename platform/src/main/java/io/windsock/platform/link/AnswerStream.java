package io.windsock.platform.link;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Sender;
import io.windsock.contracts.query.codec.BatchBlock;
import io.windsock.contracts.query.codec.CallBatchCodec;
import io.windsock.contracts.query.codec.MalformedBatchException;
import org.jspecify.annotations.Nullable;

/**
 * A client's stream at a server of calls. Owned by its event loop; any thread may call {@link
 * #loop}, {@link #kind} and, once it is opened, {@link #sender}.
 */
public final class AnswerStream {
  private static final long NO_ERROR = 0;

  private final Context loop;
  private final Question.Kind kind;
  private final HttpServerResponse response;
  private final CallHandler handler;
  private final AnswerQueue queue;
  private final Outbound outbound;
  private final MessageReader reader;
  private volatile @Nullable Sender sender;
  private long heardNs = System.nanoTime();
  private final Silence silence = new Silence(heardNs);
  private boolean open = true;

  AnswerStream(
      Context loop,
      Question.Kind kind,
      HttpServerResponse response,
      CallHandler handler,
      LinkBounds bounds) {
    this.loop = loop;
    this.kind = kind;
    this.response = response;
    this.handler = handler;
    queue = new AnswerQueue(handler, bounds.batchBytes());
    outbound = new Outbound(loop, bounds, bounds.quietNs(), queue, bounds.sweep());
    reader = new MessageReader(BatchBounds.MAX_CALL_BATCH_BYTES, this::received);
  }

  /** Returns the event loop that owns the stream. */
  public Context loop() {
    return loop;
  }

  /** Returns which calls the stream is for. */
  public Question.Kind kind() {
    return kind;
  }

  /**
   * Returns who sends the calls.
   *
   * @throws IllegalStateException before the first batch
   */
  public Sender sender() {
    Sender known = sender;
    if (known == null) {
      throw new IllegalStateException("no batch has arrived yet");
    }
    return known;
  }

  /** Returns when anything last arrived, in terms of {@link System#nanoTime}. */
  public long heardNs() {
    return heardNs;
  }

  /** Returns whether answers may be sent. */
  public boolean isOpen() {
    return open;
  }

  /**
   * Sends answers with the next batch.
   *
   * @param answers at most {@link BatchBounds#MAX_ITEMS}; may also go to other streams
   * @return whether they were taken; if not, the client does not take data as fast as it is
   *     answered, or the stream has ended, and they are dropped
   */
  public boolean send(BatchBlock answers) {
    if (answers.count() == 0) {
      return open;
    }
    if (!open || !outbound.hasRoom()) {
      return false;
    }
    queue.add(answers);
    outbound.added();
    return true;
  }

  /** Returns the memory that it holds for a batch that has not arrived as a whole, bytes. */
  int heldBytes() {
    return reader.heldBytes();
  }

  /** Waits for the client's first batch: a client that is refused must not count as connected. */
  void start() {
    outbound.open(response);
  }

  void read(Buffer data) {
    if (!open) {
      return;
    }
    heardNs = System.nanoTime(); // a big batch takes its time on a slow line
    silence.end(heardNs);
    try {
      reader.read(data);
    } catch (MalformedBatchException e) {
      close(LinkNames.STATUS_INVALID_ARGUMENT, e.getMessage());
    }
  }

  private void received(byte[] bytes, int offset, int length) throws MalformedBatchException {
    CallBatch calls = CallBatchCodec.decode(bytes, offset, length);
    if (sender == null) {
      sender = calls.sender();
      handler.opened(this);
      outbound.send();
    } else if (!calls.sender().equals(sender)) {
      throw new MalformedBatchException("sender: is " + calls.sender() + ", was " + sender);
    }
    if (open) {
      handler.calls(this, calls, heardNs);
    }
  }

  /** Sends a heartbeat if it is due, and ends the stream of a client that is silent. */
  void tick(long nowNs, long silenceNs) {
    if (silence.look(nowNs) > silenceNs) {
      close(LinkNames.STATUS_UNAVAILABLE, "no batch for " + silenceNs / 1_000_000 + " ms");
    } else if (sender != null) {
      outbound.beat(nowNs);
    }
  }

  /** Ends the stream, after the answers that {@link #send} has taken. */
  public void close(String reason) {
    close(LinkNames.STATUS_UNAVAILABLE, reason);
  }

  private void close(String status, @Nullable String reason) {
    if (!open) {
      return;
    }
    if (!response.closed()) {
      outbound.flush();
      response
          .putTrailer(LinkNames.STATUS, status)
          .putTrailer(LinkNames.MESSAGE, LinkNames.escaped(String.valueOf(reason)))
          .end()
          .onComplete(v -> response.reset(NO_ERROR)); // the client may still be sending
    }
    ended();
  }

  /** The client has closed its side. */
  void finished() {
    close(LinkNames.STATUS_OK, "");
  }

  /** The stream or its connection has ended. */
  void ended() {
    if (!open) {
      return;
    }
    open = false;
    outbound.shut();
    reader.drop(); // a client that reads nothing keeps the stream, and this object with it
    if (sender != null) {
      handler.closed(this);
    }
  }
}
