package io.windsock.link.fault;

import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.windsock.link.transport.Frame;
import io.windsock.link.transport.Messages;
import io.windsock.link.transport.Open;
import io.windsock.platform.link.Frames;
import io.windsock.platform.link.LinkNames;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client that speaks HTTP/2 and gRPC, and otherwise sends what a test wants. */
final class RawSender implements AutoCloseable {
  static final int WINDOW_BYTES = 65_535;
  private static final long WAIT_SECONDS = 60;
  private static final String PATH = "/windsock.v1.SiteLink/Copy";

  private final HttpClientAgent http;
  private final int port;

  /**
   * Creates a client.
   *
   * @param windowBytes how many bytes a stream accepts; this client reads none, so it is all
   */
  RawSender(Vertx vertx, int port, int windowBytes) {
    this.port = port;
    http =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false)
                .setInitialSettings(
                    new Http2Settings().setPushEnabled(false).setInitialWindowSize(windowBytes)));
  }

  /** A stream on which it has sent nothing but headers. */
  record Stream(HttpClientRequest request) {
    void send(Open open) {
      write(Messages.encode(open));
    }

    void send(Frame frame) {
      write(Messages.encode(frame));
    }

    private void write(List<ByteBuffer> message) {
      var unused = request.write(Frames.frame(message));
    }

    /** Reads until the receiver ends the stream; returns the reason that it gives. */
    String awaitEnd() throws Exception {
      CompletableFuture<String> reason = new CompletableFuture<>();
      request
          .response()
          .onSuccess(
              response -> {
                response.endHandler(
                    v -> reason.complete(String.valueOf(response.getTrailer(LinkNames.MESSAGE))));
                response.handler(data -> {});
                response.resume();
              });
      return reason.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  Stream stream() throws Exception {
    HttpClientRequest request =
        http.request(HttpMethod.POST, port, "127.0.0.1", PATH)
            .toCompletionStage()
            .toCompletableFuture()
            .get();
    request.putHeader("content-type", "application/grpc").setChunked(true);
    request.exceptionHandler(e -> {}); // it is reset by the receiver
    request.response().onSuccess(response -> response.pause());
    request.writeHead().toCompletionStage().toCompletableFuture().get();
    return new Stream(request);
  }

  @Override
  public void close() {
    http.close().toCompletionStage().toCompletableFuture().join();
  }
}
