package io.windsock.client;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.codec.AnswerEncoder;
import io.windsock.embedded.FreePort;
import io.windsock.platform.link.AnswerStream;
import io.windsock.platform.link.CallHandler;
import io.windsock.platform.link.LinkBounds;
import io.windsock.platform.link.LinkServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A gateway, or a site, that answers as a test wants it to. */
final class FakeGateway implements AutoCloseable {
  static final Token AT = new Token(3, new long[] {7, 8});

  /** What it does with a call. */
  interface Behaviour {
    void called(Call call, Replies replies);

    /** Answers at once that there is the key. */
    static Behaviour prompt() {
      return (call, replies) -> replies.now(found(call.id(), AT));
    }

    /** Never answers. */
    static Behaviour silent() {
      return (call, replies) -> {};
    }

    /** Answers at once with a refusal. */
    static Behaviour refusing(Status status) {
      return (call, replies) -> replies.now(refusal(call.id(), status));
    }

    /** Answers at once that too many calls are pending here. */
    static Behaviour shedding() {
      return (call, replies) -> replies.now(shed(call.id()));
    }

    /** Answers at once, and as often again. */
    static Behaviour repeating(int times) {
      return (call, replies) -> {
        for (int i = 0; i <= times; i++) {
          replies.now(found(call.id(), AT));
        }
      };
    }

    /** Answers after some time. */
    static Behaviour slow(long ms) {
      return (call, replies) -> replies.after(ms, found(call.id(), AT));
    }
  }

  static Answer found(String id, Token at) {
    byte[] body = ("\"" + id + "\"").getBytes(StandardCharsets.UTF_8);
    return new Answer(id, Status.FOUND, "m1", at, body, "", "");
  }

  static Answer refusal(String id, Status status) {
    return new Answer(id, status, "m1", null, new byte[0], "it refuses", "ask another");
  }

  private static Answer stopping(String id) {
    return new Answer(id, Status.FAILED, "", null, new byte[0], "it is stopping", "call another");
  }

  private static Answer shed(String id) {
    return new Answer(id, Status.BUSY, "", null, new byte[0], "too many", "call later", 100);
  }

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final Context loop = vertx.getOrCreateContext();
  private volatile String name;
  private volatile Behaviour behaviour;
  private volatile boolean ready = true;
  private volatile boolean draining;
  final List<Call> calls = Collections.synchronizedList(new ArrayList<>());
  final Set<String> senders = ConcurrentHashMap.newKeySet();

  /** How many streams were opened to call it, not to learn who answers. */
  final AtomicInteger openings = new AtomicInteger();

  private final Map<String, AnswerStream> lastStreams = new ConcurrentHashMap<>();
  private volatile boolean oneStream;
  private volatile Question.@Nullable Kind refused;
  final List<String> cancels = Collections.synchronizedList(new ArrayList<>());
  private LinkServer server;

  private FakeGateway(String name, Behaviour behaviour) {
    this.name = name;
    this.behaviour = behaviour;
    this.server = serve(FreePort.any()); // at which it can come back
  }

  static FakeGateway start(String name, Behaviour behaviour) {
    return new FakeGateway(name, behaviour);
  }

  private LinkServer serve(int port) {
    return LinkServer.start(
        List.of(loop), "127.0.0.1", port, LinkBounds.standard(), i -> new Handler());
  }

  String url() {
    return server.url();
  }

  void becomes(Behaviour other) {
    behaviour = other;
  }

  void ready(boolean now) {
    ready = now;
  }

  /** Ends a requester's stream when another one of the same kind comes, as real ones do. */
  FakeGateway servingOneStream() {
    oneStream = true;
    return this;
  }

  /** Ends streams of this kind before it says who it is. */
  FakeGateway refusing(Question.Kind kind) {
    refused = kind;
    return this;
  }

  /** Refuses calls from now on because it is about to stop, as its batches say from then on. */
  void refuseStopping() {
    behaviour =
        (call, replies) -> {
          draining = true;
          replies.now(stopping(call.id()));
        };
  }

  /** Stops serving; its port stays free for {@link #resume}. */
  int stop() {
    int port = server.port();
    server.close();
    FreePort.awaitFree(port);
    return port;
  }

  void resume(int port) {
    server = serve(port);
  }

  /** Another gateway answers at its address from now on, as after a name was pointed elsewhere. */
  void leadsTo(String other) {
    int port = stop();
    name = other;
    resume(port);
  }

  /** Keeps its thread from doing anything; returns what completes when that is over. */
  CompletableFuture<Void> pause(long ms) {
    CompletableFuture<Void> over = new CompletableFuture<>();
    loop.runOnContext(
        v -> {
          try {
            Thread.sleep(ms);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          over.complete(null);
        });
    return over;
  }

  /** Sends answers to one stream. */
  final class Replies {
    private final AnswerStream stream;
    private final AnswerEncoder answers = new AnswerEncoder();

    private Replies(AnswerStream stream) {
      this.stream = stream;
    }

    void now(Answer answer) {
      answers.add(answer);
    }

    void after(long ms, Answer answer) {
      vertx.setTimer(
          ms,
          id -> {
            AnswerEncoder late = new AnswerEncoder();
            late.add(answer);
            stream.send(late.take());
          });
    }

    private void flush() {
      stream.send(answers.take());
    }
  }

  private final class Handler implements CallHandler {
    @Override
    public Responder condition() {
      return new Responder(name, "run", ready, draining, 0, 0);
    }

    @Override
    public void opened(AnswerStream stream) {
      String sender = stream.sender().name();
      senders.add(sender);
      if (!sender.startsWith("probe-")) {
        openings.incrementAndGet();
      }
      if (stream.kind() == refused) {
        stream.close("no calls of this kind");
      }
      AnswerStream earlier = lastStreams.put(sender + stream.kind(), stream);
      if (oneStream && earlier != null) {
        earlier.close("another stream took its place");
      }
    }

    @Override
    public void calls(AnswerStream stream, CallBatch batch, long arrivedNs) {
      cancels.addAll(batch.cancels());
      Replies replies = new Replies(stream);
      for (Call call : batch.calls()) {
        calls.add(call);
        behaviour.called(call, replies);
      }
      replies.flush();
    }

    @Override
    public void closed(AnswerStream stream) {}
  }

  @Override
  public void close() {
    server.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
