package io.windsock.link.run;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.windsock.contracts.query.codec.MalformedBatchException;
import io.windsock.link.transport.Ack;
import io.windsock.link.transport.Frame;
import io.windsock.link.transport.Messages;
import io.windsock.link.transport.Open;
import io.windsock.link.transport.Opened;
import io.windsock.platform.link.Frames;
import io.windsock.platform.link.LinkNames;
import io.windsock.platform.link.MessageReader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The line between the sites, as somebody has it who ends TLS there: it reads each message, and
 * passes on what a {@link Tamper} makes of it.
 */
final class Relay implements AutoCloseable {
  /** The first byte of the second kind of message; what has a greater one is passed on as it is. */
  private static final int LAST_KIND = 2;

  private final HttpServer server;
  private final HttpClientAgent client;
  private final int target;
  private volatile Tamper tamper = new Tamper() {};

  /** What happens to a message; by default it is passed on as it is. Called by one event loop. */
  interface Tamper {
    default void open(Open open, ToReceiver on) {
      on.pass(Messages.encode(open));
    }

    default void frame(Frame frame, ToReceiver on, ToSender back) {
      on.pass(Messages.encode(frame));
    }

    default void opened(Opened opened, byte[] code, ToSender on) {
      on.pass(Messages.encode(opened, code));
    }

    default void ack(Ack ack, byte[] code, ToSender on) {
      on.pass(Messages.encode(ack, code));
    }
  }

  /** Starts a relay to a receiver, which at first alters nothing. */
  Relay(Vertx vertx, int target) throws Exception {
    this.target = target;
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    server =
        vertx
            .createHttpServer(new HttpServerOptions().setHttp2ClearTextEnabled(true))
            .requestHandler(this::relay)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get();
  }

  int port() {
    return server.actualPort();
  }

  void tamper(Tamper with) {
    tamper = with;
  }

  private void relay(HttpServerRequest request) {
    request.pause();
    client
        .request(HttpMethod.POST, target, "127.0.0.1", request.path())
        .onSuccess(onward -> relay(request, onward))
        .onFailure(e -> request.response().reset());
  }

  private void relay(HttpServerRequest request, HttpClientRequest onward) {
    HttpServerResponse back = request.response();
    ToReceiver on = new ToReceiver(onward);
    ToSender toSender = new ToSender(back);
    request.exceptionHandler(e -> onward.reset());
    back.exceptionHandler(e -> onward.reset());
    onward.exceptionHandler(e -> back.reset());
    onward.putHeader("content-type", LinkNames.CONTENT_TYPE).putHeader("te", "trailers");
    var unused = onward.writeHead();
    MessageReader reader = reader(message -> toReceiver(message, on, toSender));
    request.handler(data -> read(reader, data));
    onward.response().onSuccess(answer -> answered(answer, back, toSender));
    request.resume();
  }

  private void answered(HttpClientResponse answer, HttpServerResponse back, ToSender on) {
    back.putHeader("content-type", LinkNames.CONTENT_TYPE).setChunked(true);
    MessageReader reader = reader(message -> toSender(message, on));
    answer.exceptionHandler(e -> back.reset());
    answer.handler(data -> read(reader, data));
    answer.endHandler(
        v -> {
          answer.trailers().forEach(each -> back.putTrailer(each.getKey(), each.getValue()));
          on.end();
        });
  }

  private interface Each {
    void take(byte[] message) throws MalformedBatchException;
  }

  private static MessageReader reader(Each each) {
    return new MessageReader(
        Messages.MAX_BYTES,
        (bytes, offset, length) -> each.take(Arrays.copyOfRange(bytes, offset, offset + length)));
  }

  private static void read(MessageReader reader, Buffer data) {
    try {
      reader.read(data);
    } catch (MalformedBatchException e) {
      throw new IllegalStateException(e);
    }
  }

  private void toReceiver(byte[] message, ToReceiver on, ToSender back)
      throws MalformedBatchException {
    if (message[0] > LAST_KIND) {
      on.pass(List.of(ByteBuffer.wrap(message)));
      return;
    }
    Messages.decode(
        message,
        0,
        message.length,
        new Messages.ToReceiver() {
          @Override
          public void open(Open open) {
            tamper.open(open, on);
          }

          @Override
          public void frame(Frame frame) {
            tamper.frame(frame, on, back);
          }
        });
  }

  private void toSender(byte[] message, ToSender on) throws MalformedBatchException {
    if (message[0] > LAST_KIND) {
      on.pass(List.of(ByteBuffer.wrap(message)));
      return;
    }
    Messages.decode(
        message,
        0,
        message.length,
        new Messages.ToSender() {
          @Override
          public void challenge(byte[] challenge) {
            throw new AssertionError("it is passed on as it is");
          }

          @Override
          public void opened(Opened opened, byte[] code) {
            tamper.opened(opened, code, on);
          }

          @Override
          public void ack(Ack ack, byte[] code) {
            tamper.ack(ack, code, on);
          }
        });
  }

  /** The way to the receiver. */
  static final class ToReceiver {
    private final HttpClientRequest request;

    private ToReceiver(HttpClientRequest request) {
      this.request = request;
    }

    void pass(List<ByteBuffer> message) {
      var unused = request.write(Frames.frame(message));
    }
  }

  /** The way to the sender. */
  static final class ToSender {
    private final HttpServerResponse response;

    private ToSender(HttpServerResponse response) {
      this.response = response;
    }

    void pass(List<ByteBuffer> message) {
      if (!response.ended() && !response.closed()) {
        var unused = response.write(Frames.frame(message));
      }
    }

    /** Ends the session with what a receiver says when no other one would be opened either. */
    void refuse(String reason) {
      response
          .putTrailer(LinkNames.STATUS, LinkNames.STATUS_FAILED_PRECONDITION)
          .putTrailer(LinkNames.MESSAGE, LinkNames.escaped(reason));
      end();
    }

    private void end() {
      if (!response.ended() && !response.closed()) {
        var unused = response.end();
      }
    }
  }

  @Override
  public void close() {
    server.close().toCompletionStage().toCompletableFuture().join();
    client.close().toCompletionStage().toCompletableFuture().join();
  }
}
