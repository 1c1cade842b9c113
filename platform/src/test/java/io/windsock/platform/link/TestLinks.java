package io.windsock.platform.link;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.Sender;
import io.windsock.contracts.query.codec.AnswerEncoder;
import io.windsock.contracts.query.codec.BatchBlock;
import io.windsock.embedded.FreePort;
import io.windsock.platform.net.EventLoops;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A server that echoes, and clients of it, in one process over loopback. */
final class TestLinks implements AutoCloseable {
  static final Token AT = new Token(3, new long[] {7, 8});
  private static final long WAIT_SECONDS = 60;
  private static final BatchBlock GARBAGE =
      new BatchBlock(1, 3, List.of(ByteBuffer.wrap(new byte[] {2, 0, 99})));

  final Vertx vertx;
  final Context loop;
  final LinkBounds bounds;
  final LinkClient client;
  final List<AnswerStream> opened = new CopyOnWriteArrayList<>();
  final List<AnswerStream> closed = new CopyOnWriteArrayList<>();
  final BlockingQueue<CallBatch> batches = new LinkedBlockingQueue<>();
  volatile int bodyBytes;
  volatile boolean ready = true;

  /** Why the server ends a stream right after its first answers; empty: it does not. */
  volatile String ends = "";

  /** Whether the server sends garbage after its first batch. */
  volatile boolean garbles;

  private @Nullable LinkServer server;

  TestLinks(LinkBounds bounds) {
    this(bounds, EventLoops.options(2));
  }

  TestLinks(LinkBounds bounds, VertxOptions options) {
    this.bounds = bounds;
    vertx = Vertx.vertx(options);
    loop = vertx.getOrCreateContext();
    client = new LinkClient(vertx, bounds);
  }

  /** As shipped, but for what is given, and for a time to connect that a busy machine keeps. */
  static LinkBounds bounds(Duration silence, int pauseBytes, int waitingBytes) {
    LinkBounds shipped = LinkBounds.standard();
    return new LinkBounds(
        shipped.heartbeat(),
        silence,
        shipped.minSweep(),
        shipped.maxSweep(),
        shipped.batchItems(),
        shipped.batchBytes(),
        pauseBytes,
        waitingBytes,
        Duration.ofSeconds(WAIT_SECONDS),
        shipped.minBackoff(),
        shipped.maxBackoff(),
        shipped.maxStreams());
  }

  /** Serves at a port; 0 for any at which it can come back. */
  int serve(int port) {
    int wanted = port == 0 ? FreePort.any() : port;
    LinkServer started =
        LinkServer.start(List.of(loop), "127.0.0.1", wanted, bounds, i -> new Echo());
    server = started;
    return started.port();
  }

  /** Stops serving; the port is free then. */
  void stopServing() {
    if (server != null) {
      server.close();
      FreePort.awaitFree(server.port());
      server = null;
    }
  }

  /** Answers each call with its id as the body, padded. */
  private final class Echo implements CallHandler {
    private final AnswerEncoder answers = new AnswerEncoder();

    @Override
    public Responder condition() {
      return new Responder("m1", "i1", ready, false, 1, 2);
    }

    @Override
    public void opened(AnswerStream stream) {
      opened.add(stream);
    }

    @Override
    public void calls(AnswerStream stream, CallBatch batch, long arrivedNs) {
      if (!batch.calls().isEmpty() || !batch.cancels().isEmpty()) {
        batches.add(batch);
      }
      for (Call call : batch.calls()) {
        byte[] body = new byte[Math.max(bodyBytes, call.id().length())];
        byte[] id = call.id().getBytes(StandardCharsets.UTF_8);
        System.arraycopy(id, 0, body, 0, id.length);
        answers.found(call.id(), "m1", AT, ByteBuffer.wrap(body));
        if (answers.bytes() > 1 << 20) {
          stream.send(answers.take());
        }
      }
      BatchBlock block = answers.take();
      stream.send(garbles ? GARBAGE : block);
      if (block.count() > 0 && !ends.isEmpty()) {
        stream.close(ends);
      }
    }

    @Override
    public void closed(AnswerStream stream) {
      closed.add(stream);
    }
  }

  /** Returns a call whose deadline no pause of the machine reaches. */
  static Call call(String id) {
    return new Call(id, new Question.OfKey("FL" + id), 60_000, null, 1, List.of("g1"));
  }

  /** Returns the bytes of a message. */
  static byte[] bytes(List<ByteBuffer> message) {
    ByteBuffer all = ByteBuffer.allocate(message.stream().mapToInt(ByteBuffer::remaining).sum());
    message.forEach(part -> all.put(part.duplicate()));
    return all.array();
  }

  /** What a link reports. */
  static final class RecordingListener implements LinkListener {
    final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
    final BlockingQueue<AnswerBatch> batches = new LinkedBlockingQueue<>();
    final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    final BlockingQueue<Integer> sent = new LinkedBlockingQueue<>();

    @Override
    public void sent(int calls) {
      sent.add(calls);
    }

    @Override
    public void up() {
      events.add("up");
    }

    @Override
    public void answers(AnswerBatch batch) {
      batches.add(batch);
      answers.addAll(batch.answers());
    }

    @Override
    public void down(String reason) {
      events.add("down: " + reason);
    }

    String event() {
      return taken(events);
    }

    Answer answer() {
      return taken(answers);
    }
  }

  static <T> T taken(BlockingQueue<T> queue) {
    try {
      T next = queue.poll(WAIT_SECONDS, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("nothing came within " + WAIT_SECONDS + " s");
      }
      return next;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  CallLink link(int port, LinkListener listener) {
    return link("127.0.0.1", port, listener);
  }

  CallLink link(String host, int port, LinkListener listener) {
    return client.open(
        loop,
        "http://" + host + ":" + port,
        Question.Kind.KEY,
        new Sender("g1", "run1", true),
        listener);
  }

  /** Runs on the event loop, and waits for the result. */
  <T> T onLoop(Supplier<T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    loop.runOnContext(
        v -> {
          try {
            done.complete(work.get());
          } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
          }
        });
    return done.orTimeout(WAIT_SECONDS, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    stopServing();
    client.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
