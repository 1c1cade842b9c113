package io.windsock.link.transport;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.stage.SessionProof;
import io.windsock.link.stage.SessionProof.Statement;
import io.windsock.link.stage.SessionSeed;
import io.windsock.platform.link.Frames;
import io.windsock.platform.link.LinkNames;
import io.windsock.platform.link.MessageReader;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A sender's stream at the receiver. Owned by its event loop; any thread may call the public
 * methods.
 */
public final class FrameStream {
  private static final Logger LOG = LoggerFactory.getLogger(FrameStream.class);
  private static final long NO_ERROR = 0;
  private static final long ENHANCE_YOUR_CALM = 0xb;

  /** The most messages that a sender may leave unread: more than any has batches on their way. */
  private static final int MAX_UNREAD = 4_096;

  /** How many beats a sender has to open a session. */
  private static final int OPEN_BEATS = (int) (LineNames.SILENT_MS / LineNames.ALIVE_MS);

  private final Context loop;
  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final FrameHandler handler;
  private final String peer;
  private final MessageReader reader;
  private final byte[] challenge = SessionSeed.random();
  private boolean begun;
  private boolean ended;
  private int beats;
  private long unopenedBytes;
  private int unread;

  FrameStream(Context loop, HttpServerRequest request, FrameHandler handler) {
    this.loop = loop;
    this.request = request;
    this.handler = handler;
    response = request.response();
    peer = String.valueOf(request.remoteAddress());
    reader =
        new MessageReader(
            Messages.MAX_BYTES,
            (bytes, offset, length) -> Messages.decode(bytes, offset, length, new Arrivals()));
  }

  /** Passes the sender's messages on. */
  private final class Arrivals implements Messages.ToReceiver {
    @Override
    public void open(Open open) throws MalformedBatchException {
      if (begun) {
        throw new MalformedBatchException("a session is opened once");
      }
      begun = true;
      handler.open(FrameStream.this, open);
    }

    @Override
    public void frame(Frame frame) throws MalformedBatchException {
      if (!begun) {
        throw new MalformedBatchException("a frame before the session was opened");
      }
      handler.frame(FrameStream.this, frame);
    }
  }

  void start() {
    request.exceptionHandler(e -> ended());
    response.exceptionHandler(e -> ended());
    response.closeHandler(v -> ended());
    request.endHandler(v -> end(Refusal.of(LinkNames.STATUS_OK, "", null)));
    request.handler(this::read);
    response.putHeader("content-type", LinkNames.CONTENT_TYPE);
    response.setChunked(true);
    write(Messages.challenge(challenge));
  }

  private void read(Buffer data) {
    if (ended) {
      return;
    }
    try {
      reader.read(data);
      if (!begun) {
        unopened(data.length());
      }
    } catch (MalformedBatchException e) {
      handler.malformed(this);
      fail(LinkNames.STATUS_INVALID_ARGUMENT, String.valueOf(e.getMessage()));
    }
  }

  /** Who has not opened a session must not make this side keep long messages. */
  private void unopened(int bytes) throws MalformedBatchException {
    unopenedBytes += bytes;
    if (unopenedBytes > Messages.MAX_OPEN_BYTES) {
      throw new MalformedBatchException(
          "more than " + Messages.MAX_OPEN_BYTES + " bytes before the session was opened");
    }
  }

  private void fail(String status, String reason) {
    LOG.warn("{}: stream ended: {}", peer, reason);
    end(Refusal.of(status, reason, null));
  }

  /**
   * Shows the sender that this side is alive; ends a stream on which no session was opened in time.
   * Called by the event loop, every {@link LineNames#ALIVE_MS}.
   */
  void beat() {
    beats++;
    if (!begun && beats > OPEN_BEATS) {
      fail(
          LinkNames.STATUS_INVALID_ARGUMENT,
          "no session was opened within " + LineNames.SILENT_MS + " ms");
    }
    write(Messages.alive());
  }

  private void write(List<ByteBuffer> message) {
    if (ended) {
      return;
    }
    if (unread >= MAX_UNREAD) {
      LOG.warn("{}: stream ended: the sender leaves {} messages unread", peer, MAX_UNREAD);
      var unused = response.reset(ENHANCE_YOUR_CALM);
      ended();
      return;
    }
    unread++;
    response.write(Frames.frame(message)).onComplete(done -> unread--);
  }

  /** Returns the sender's address. */
  public String peer() {
    return peer;
  }

  /** Returns the random bytes of the stream, which the sender's first message is an answer to. */
  public byte[] challenge() {
    return challenge;
  }

  /** Sends the reply to the first message. */
  public void send(Opened opened, SessionProof by) {
    byte[] code = by.code(Statement.OPENED, opened.content());
    List<ByteBuffer> message = Messages.encode(opened, code);
    loop.runOnContext(v -> write(message));
  }

  /** Sends the reply to a batch, with the code that proves it. */
  public void send(Ack ack, byte[] code) {
    List<ByteBuffer> message = Messages.encode(ack, code);
    loop.runOnContext(v -> write(message));
  }

  /** Takes no more data until {@link #resume}. */
  public void pause() {
    loop.runOnContext(v -> request.pause());
  }

  /** Takes data again. */
  public void resume() {
    loop.runOnContext(v -> request.resume());
  }

  /**
   * Ends the session.
   *
   * @param status one of {@link LinkNames}
   * @param reason what the sender is to know
   * @param by proves it; null if the sender has not been found to have a key. A sender does not
   *     stop for what is not proven
   */
  public void refuse(String status, String reason, @Nullable SessionProof by) {
    Refusal refusal = Refusal.of(status, reason, by);
    loop.runOnContext(v -> end(refusal));
  }

  private void end(Refusal refusal) {
    if (ended) {
      return;
    }
    if (!response.closed()) {
      refusal.addTo(response);
      response.end().onComplete(v -> response.reset(NO_ERROR)); // the sender may still be sending
    }
    ended();
  }

  /** The stream or its connection has ended. Called by the event loop. */
  void ended() {
    if (!ended) {
      ended = true;
      handler.closed(this);
    }
  }

  boolean isEnded() {
    return ended;
  }
}
