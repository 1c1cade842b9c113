package io.windsock.link.transport;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.stage.SessionProof;
import io.windsock.link.stage.SessionProof.Statement;
import io.windsock.link.stage.SessionSeed;
import io.windsock.platform.link.Frames;
import io.windsock.platform.link.LinkNames;
import io.windsock.platform.link.MessageReader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A stream to a receiver, from the sender's side. Its event loop owns the connection; any thread
 * may call the public methods, and one at a time {@link #send}.
 */
public final class FrameSession implements AutoCloseable {
  /** The most replies that wait to be taken: more than any sender has batches on their way. */
  private static final int MAX_REPLIES = 4096;

  private final Context loop;
  private final Opening wanted;
  private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>(MAX_REPLIES);
  private final CompletableFuture<Opened> opened = new CompletableFuture<>();
  private volatile @Nullable LostException lost;

  /** Set by the event loop, when there is a challenge. */
  private volatile @Nullable SessionProof by;

  /** Owned by the event loop, as is what follows. */
  private @Nullable HttpClientConnection connection;

  private @Nullable HttpClientRequest request;
  private long timer = -1;

  FrameSession(Context loop, Opening wanted) {
    this.loop = loop;
    this.wanted = wanted;
  }

  /** Opens the stream. Called by the event loop. */
  void connected(HttpClientConnection to) {
    connection = to;
    if (lost != null) {
      var unused = to.close();
      return;
    }
    to.exceptionHandler(e -> {}); // it is closed then, and would be logged as an error otherwise
    to.closeHandler(v -> lost("the connection was closed", false));
    to.request(new RequestOptions().setMethod(HttpMethod.POST).setURI(LineNames.PATH))
        .onComplete(
            made -> {
              if (made.failed()) {
                lost("can't open a stream: " + made.cause(), false);
              } else {
                opening(made.result());
              }
            });
  }

  private void opening(HttpClientRequest made) {
    if (lost != null) { // while the request was made
      var unused = made.reset();
      return;
    }
    request = made;
    made.putHeader("content-type", LinkNames.CONTENT_TYPE).putHeader("te", "trailers");
    made.exceptionHandler(e -> lost("the stream failed: " + e.getMessage(), false));
    made.response()
        .onComplete(
            answered -> {
              if (answered.failed()) {
                lost("no stream: " + answered.cause(), false);
              } else {
                accepted(answered.result());
              }
            });
    made.writeHead()
        .onComplete(
            done -> {
              if (done.failed()) {
                lost("the stream failed: " + done.cause(), false);
              }
            });
    timer = loop.owner().setPeriodic(LineNames.ALIVE_MS, id -> write(Messages.alive()));
  }

  private void accepted(HttpClientResponse response) {
    String status = response.getHeader(LinkNames.STATUS);
    String type = response.getHeader("content-type");
    if (status != null || response.statusCode() != 200) {
      lost(Refusal.read(response::getHeader).lost(by));
      return;
    }
    if (type == null || !type.startsWith(LinkNames.CONTENT_TYPE)) {
      lost("the peer answers with " + type + ", not " + LinkNames.CONTENT_TYPE, false);
      return;
    }
    MessageReader reader =
        new MessageReader(
            Messages.MAX_BYTES,
            (bytes, offset, length) -> Messages.decode(bytes, offset, length, new Replies()));
    response.exceptionHandler(e -> lost("the stream failed: " + e.getMessage(), false));
    response.endHandler(v -> lost(Refusal.read(response::getTrailer).lost(by)));
    response.handler(
        data -> {
          try {
            reader.read(data);
          } catch (MalformedBatchException e) {
            lost("the receiver sent a malformed message: " + e.getMessage(), false);
          }
        });
  }

  /** Takes the receiver's messages. */
  private final class Replies implements Messages.ToSender {
    @Override
    public void challenge(byte[] challenge) throws MalformedBatchException {
      if (by != null) {
        throw new MalformedBatchException("a session has one challenge");
      }
      SessionSeed seed = new SessionSeed(wanted.link(), challenge, SessionSeed.random());
      try {
        SessionProof its = SessionProof.of(wanted.keys(), seed);
        by = its;
        write(Messages.encode(Open.of(its, wanted.topics(), wanted.anewAfter())));
      } catch (RuntimeException e) { // who waits for the session would not be told
        lost("it can't be opened: " + e.getMessage(), false);
      }
    }

    @Override
    public void opened(Opened position, byte[] code) throws MalformedBatchException {
      SessionProof its = by;
      if (its == null || !its.proves(Statement.OPENED, position.content(), code)) {
        lost(
            "the code of what the target has is wrong: it was altered in transit, or is not from the receiver",
            false);
      } else if (!opened.complete(position)) {
        throw new MalformedBatchException("a session is opened once");
      }
    }

    @Override
    public void ack(Ack ack, byte[] code) throws MalformedBatchException {
      if (!replies.offer(new Reply(ack, code, System.nanoTime()))) {
        throw new MalformedBatchException("more than " + MAX_REPLIES + " replies wait");
      }
    }
  }

  /** The session can't be used any more. Called by the event loop. */
  void lost(String reason, boolean permanent) {
    lost(new LostException(reason, permanent));
  }

  private void lost(LostException why) {
    if (lost != null) {
      return;
    }
    lost = why;
    opened.completeExceptionally(why);
    if (timer >= 0) {
      loop.owner().cancelTimer(timer);
    }
    if (request != null) {
      var unused = request.reset();
    }
    if (connection != null) {
      var unused = connection.close();
    }
  }

  private void write(List<ByteBuffer> message) {
    HttpClientRequest to = request;
    if (lost == null && to != null) {
      Buffer framed = Frames.frame(message);
      to.write(framed)
          .onComplete(
              done -> {
                if (done.failed()) {
                  lost("the stream failed: " + done.cause(), false);
                }
              });
    }
  }

  /**
   * Waits for the receiver to open the session.
   *
   * @throws LostException if it does not
   */
  Opened awaitOpened(long patienceMs) throws LostException, InterruptedException {
    try {
      return opened.get(patienceMs, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof LostException why) {
        throw why;
      }
      throw new LostException(String.valueOf(e.getCause()), false);
    } catch (TimeoutException e) {
      throw new LostException("the receiver did not open within " + patienceMs + " ms", false);
    }
  }

  /** Returns what the target has. Once {@link FrameClient#open} has returned. */
  public Opened opened() {
    return opened.join();
  }

  /** Returns what the session's keys are derived from. As for {@link #opened}. */
  public SessionSeed seed() {
    return Objects.requireNonNull(by, "the session is not open").seed();
  }

  /**
   * Sends a frame; returns at once.
   *
   * @throws LostException if the session is lost
   */
  public void send(Frame frame) throws LostException {
    check();
    List<ByteBuffer> message = Messages.encode(frame);
    loop.runOnContext(v -> write(message));
  }

  private void check() throws LostException {
    LostException why = lost;
    if (why != null) {
      throw new LostException(String.valueOf(why.getMessage()), why.permanent());
    }
  }

  /**
   * Returns the next reply, waiting for it up to {@code waitMs}; null if none arrives.
   *
   * @throws LostException if the session is lost, and all replies were taken
   */
  public @Nullable Reply poll(long waitMs) throws LostException, InterruptedException {
    Reply reply = replies.poll(waitMs, TimeUnit.MILLISECONDS);
    if (reply == null && replies.isEmpty()) {
      check();
    }
    return reply;
  }

  /** Ends the session. */
  @Override
  public void close() {
    loop.runOnContext(v -> lost("it was closed", false));
  }
}
