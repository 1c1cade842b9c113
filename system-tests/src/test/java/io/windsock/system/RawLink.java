package io.windsock.system;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.AnswerBatch;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.codec.AnswerBatchCodec;
import io.windsock.contracts.query.codec.CallBatchCodec;
import io.windsock.contracts.query.codec.MalformedBatchException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One stream at a server of links, on a connection of its own, on which a test sends what it likes.
 */
final class RawLink implements AutoCloseable {
  static final String KEYS = "/windsock.v1.Calls/Keys";
  static final String GRPC = "application/grpc";
  private static final int PREFIX_BYTES = 5;
  private static final long WAIT_SECONDS = 60;

  private final HttpClientAgent client;
  private final HttpClientConnection connection;
  private final HttpClientRequest request;
  private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();
  private final CompletableFuture<String> end = new CompletableFuture<>();
  private final Buffer received = Buffer.buffer();
  private int read;

  /** Opens a stream, which is sent with the first data. */
  RawLink(Vertx vertx, int port, String path, String contentType) {
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    connection =
        await(
            client
                .connect(new HttpConnectOptions().setHost("127.0.0.1").setPort(port).setSsl(false))
                .toCompletionStage()
                .toCompletableFuture());
    connection.exceptionHandler(e -> {});
    connection.closeHandler(v -> end.complete("the connection was closed"));
    request =
        await(
            connection
                .request(new RequestOptions().setMethod(HttpMethod.POST).setURI(path))
                .toCompletionStage()
                .toCompletableFuture());
    request.putHeader("content-type", contentType).exceptionHandler(e -> end.complete("" + e));
    request.response().onComplete(this::responded, e -> end.complete("" + e));
  }

  /** Opens a stream for calls for keys. */
  static RawLink keys(Vertx vertx, int port) {
    return new RawLink(vertx, port, KEYS, GRPC);
  }

  private static <T> T await(CompletableFuture<T> future) {
    return future.orTimeout(WAIT_SECONDS, TimeUnit.SECONDS).join();
  }

  private void responded(HttpClientResponse response) {
    response.handler(this::received);
    response.exceptionHandler(e -> end.complete("" + e));
    response.endHandler(
        v -> {
          String status = response.getTrailer("grpc-status");
          boolean inHead = status == null;
          String message =
              inHead ? response.getHeader("grpc-message") : response.getTrailer("grpc-message");
          String code = inHead ? response.getHeader("grpc-status") : status;
          end.complete(code == null ? "HTTP " + response.statusCode() : code + " " + message);
        });
  }

  private void received(Buffer data) {
    received.appendBuffer(data);
    while (received.length() - read >= PREFIX_BYTES) {
      int length = received.getInt(read + 1);
      if (received.length() - read - PREFIX_BYTES < length) {
        return;
      }
      byte[] message = received.getBytes(read + PREFIX_BYTES, read + PREFIX_BYTES + length);
      read += PREFIX_BYTES + length;
      try {
        AnswerBatch batch = AnswerBatchCodec.decode(message, 0, length);
        answers.addAll(batch.answers());
      } catch (MalformedBatchException e) {
        end.complete("" + e);
      }
    }
  }

  /** Sends bytes as they are. */
  RawLink send(Buffer bytes) {
    var unused = request.write(bytes);
    return this;
  }

  /** Sends a batch. */
  RawLink send(CallBatch batch) {
    return send(framed(batch));
  }

  /** Returns a batch as a message. */
  static Buffer framed(CallBatch batch) {
    Buffer body = Buffer.buffer();
    CallBatchCodec.encode(batch).forEach(part -> body.appendBytes(bytes(part)));
    return Buffer.buffer().appendByte((byte) 0).appendInt(body.length()).appendBuffer(body);
  }

  private static byte[] bytes(java.nio.ByteBuffer part) {
    byte[] bytes = new byte[part.remaining()];
    part.duplicate().get(bytes);
    return bytes;
  }

  /** Waits for the next answer. */
  Answer answer() throws InterruptedException {
    Answer answer = answers.poll(WAIT_SECONDS, TimeUnit.SECONDS);
    if (answer == null) {
      throw new AssertionError("no answer; the stream's end: " + end.getNow("none"));
    }
    return answer;
  }

  /** Returns whether answers are left that nobody has taken. */
  boolean hasMore() {
    return !answers.isEmpty();
  }

  /** Waits for the end of the stream: its gRPC status and message, or what else ended it. */
  String end() {
    return await(end);
  }

  @Override
  public void close() {
    await(client.close().toCompletionStage().toCompletableFuture());
  }
}
