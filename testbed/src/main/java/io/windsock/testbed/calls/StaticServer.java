package io.windsock.testbed.calls;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.codec.AnswerEncoder;
import io.windsock.platform.link.AnswerStream;
import io.windsock.platform.link.CallHandler;
import io.windsock.platform.link.LinkBounds;
import io.windsock.platform.link.LinkServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Servers in a process of their own that answer each call at once with the same bytes: the least
 * that gateways or sites can do, so that a generator can be measured by itself. Each has one event
 * loop.
 */
public final class StaticServer {
  /** The size of the state of a number in the domain number-translation, about. */
  private static final int STATE_BYTES = 600;

  private static final int VIEW_BYTES = 16 << 10;
  private static final Token AT = new Token(1, new long[] {1, 1, 1, 1});

  /** The most answers' bytes that gather before they are sent. */
  private static final int MAX_BLOCK_BYTES = 1 << 20;

  private StaticServer() {}

  /**
   * Runs until standard input ends; prints {@code ready} and the URLs, separated by spaces.
   *
   * @param args {@code links} or {@code http}, and how many servers
   */
  public static void main(String[] args) throws IOException {
    boolean http = args[0].equals("http");
    int count = Integer.parseInt(args[1]);
    String name = "static-" + ProcessHandle.current().pid() + "-";
    List<String> urls = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
      urls.add(http ? http(vertx) : links(vertx, name + i));
    }
    System.out.println("ready " + String.join(" ", urls));
    System.out.flush();
    while (System.in.read() >= 0) {
      // until the measurement ends
    }
    System.exit(0);
  }

  /**
   * Starts a server; one Vert.x can have one alone, as all of its link servers share their port.
   */
  static String links(Vertx vertx, String name) {
    Context loop = vertx.getOrCreateContext();
    return LinkServer.start(
            List.of(loop), "127.0.0.1", 0, LinkBounds.standard(), i -> new Handler(name))
        .url();
  }

  private static String http(Vertx vertx) {
    Buffer body = Buffer.buffer(body(STATE_BYTES));
    int port =
        vertx
            .createHttpServer(new HttpServerOptions().setTcpNoDelay(true))
            .requestHandler(
                request ->
                    request.response().putHeader("content-type", "application/json").end(body))
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join()
            .actualPort();
    return "http://127.0.0.1:" + port;
  }

  private static byte[] body(int bytes) {
    String text = "{\"state\":\"" + "x".repeat(bytes) + "\"}";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static final class Handler implements CallHandler {
    private final String name;
    private final ByteBuffer state = ByteBuffer.wrap(body(STATE_BYTES));
    private final ByteBuffer rows = ByteBuffer.wrap(body(VIEW_BYTES));

    Handler(String name) {
      this.name = name;
    }

    @Override
    public Responder condition() {
      return new Responder(name, "static", true, false, 0, 0);
    }

    @Override
    public void opened(AnswerStream stream) {}

    @Override
    public void calls(AnswerStream stream, CallBatch batch, long arrivedNs) {
      AnswerEncoder answers = new AnswerEncoder();
      for (Call call : batch.calls()) {
        boolean key = call.question().kind() == Question.Kind.KEY;
        answers.found(call.id(), name, AT, (key ? state : rows).duplicate());
        if (answers.bytes() > MAX_BLOCK_BYTES) {
          stream.send(answers.take());
        }
      }
      stream.send(answers.take());
    }

    @Override
    public void closed(AnswerStream stream) {}
  }
}
