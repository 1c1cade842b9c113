package io.windsock.platform.http.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Takes an answer of a bounded size; a larger one fails. Called by one thread at a time. */
final class BoundedBody implements BodySubscriber<byte[]> {
  /** The answer is larger than it may be. */
  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;

    TooLarge(int status, int maxBytes) {
      super("more than " + maxBytes + " bytes");
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  private final int status;
  private final int maxBytes;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private @Nullable Subscription subscription;

  BoundedBody(int status, int maxBytes) {
    this.status = status;
    this.maxBytes = maxBytes;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole;
  }

  @Override
  public void onSubscribe(Subscription given) {
    subscription = given;
    given.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (buffer.remaining() > maxBytes - body.size()) {
        whole.completeExceptionally(new TooLarge(status, maxBytes));
        if (subscription != null) {
          subscription.cancel();
        }
        return;
      }
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      body.writeBytes(bytes);
    }
  }

  @Override
  public void onError(Throwable fault) {
    whole.completeExceptionally(fault);
  }

  @Override
  public void onComplete() {
    whole.complete(body.toByteArray());
  }
}
