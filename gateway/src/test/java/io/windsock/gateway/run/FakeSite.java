package io.windsock.gateway.run;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.codec.AnswerEncoder;
import io.windsock.contracts.query.codec.BatchBlock;
import io.windsock.embedded.FreePort;
import io.windsock.gateway.discover.KnownMembers.Member;
import io.windsock.platform.link.AnswerStream;
import io.windsock.platform.link.CallHandler;
import io.windsock.platform.link.LinkBounds;
import io.windsock.platform.link.LinkServer;
import io.windsock.platform.net.EventLoops;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** A site of which only the links are real: it answers each call with its own name. */
final class FakeSite implements CallHandler, AutoCloseable {
  private static final Token AT = new Token(1, new long[] {10});

  /** The name under which it answers, which a new process at its address may change. */
  volatile String name;

  final Set<String> asked = ConcurrentHashMap.newKeySet();
  final Set<String> cancelled = ConcurrentHashMap.newKeySet();
  final AtomicInteger calls = new AtomicInteger();
  final AtomicInteger ended = new AtomicInteger();
  volatile boolean ready = true;
  volatile boolean draining;
  volatile boolean mute;
  private final Vertx vertx;
  private final int loops;
  private final Map<String, AnswerStream> gateways = new ConcurrentHashMap<>();
  private final Map<Question.Kind, Context> contexts = new ConcurrentHashMap<>();
  private final byte[] body;
  private LinkServer server;

  FakeSite(String name) {
    this(name, 1);
  }

  /** A site of so many event loops, which take connections in turn. */
  FakeSite(String name, int loops) {
    this.name = name;
    this.loops = loops;
    vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(loops));
    body = ("{\"by\":\"" + name + "\"}").getBytes(StandardCharsets.UTF_8);
    server = serve(FreePort.any()); // at which it can come back
  }

  private LinkServer serve(int port) {
    List<Context> all = IntStream.range(0, loops).mapToObj(i -> EventLoops.next(vertx)).toList();
    return LinkServer.start(all, "127.0.0.1", port, LinkBounds.standard(), i -> this);
  }

  Member member() {
    return new Member(name, "http://127.0.0.1:1", server.url());
  }

  /** Ends all links, as a process that is killed does; its port is free then. */
  void stop() {
    server.close();
    FreePort.awaitFree(server.port());
  }

  /** Keeps the event loop with the last stream of a kind busy until then. */
  void stall(Question.Kind kind, CountDownLatch until) {
    Context loop = contexts.get(kind);
    if (loop == null) {
      throw new IllegalStateException("no stream of kind " + kind);
    }
    loop.runOnContext(
        v -> {
          try {
            until.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  void restart() {
    server = serve(server.port());
  }

  @Override
  public Responder condition() {
    return new Responder(name, "run-1", ready, draining, 0, 0);
  }

  @Override
  public void opened(AnswerStream stream) {
    gateways.put(stream.sender().name() + stream.kind(), stream);
    contexts.put(stream.kind(), Vertx.currentContext());
  }

  @Override
  public void calls(AnswerStream stream, CallBatch batch, long arrivedNs) {
    cancelled.addAll(batch.cancels());
    Map<AnswerStream, AnswerEncoder> answers = new HashMap<>();
    for (Call call : batch.calls()) {
      calls.incrementAndGet();
      asked.add(call.id());
      if (!mute) {
        answer(stream, call, answers);
      }
    }
    answers.forEach(
        (to, encoder) -> {
          BatchBlock block = encoder.take();
          to.send(block);
        });
  }

  private void answer(AnswerStream stream, Call call, Map<AnswerStream, AnswerEncoder> answers) {
    for (String gateway : call.gateways()) {
      Question.Kind kind = stream.kind();
      AnswerStream to = gateways.getOrDefault(gateway + kind, stream);
      answers
          .computeIfAbsent(to, it -> new AnswerEncoder())
          .found(call.id(), name, AT, ByteBuffer.wrap(body));
    }
  }

  @Override
  public void closed(AnswerStream stream) {
    ended.incrementAndGet();
    gateways.remove(stream.sender().name() + stream.kind(), stream);
  }

  @Override
  public void close() {
    server.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
