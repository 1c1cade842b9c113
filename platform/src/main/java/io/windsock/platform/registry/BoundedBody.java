package io.windsock.platform.registry;

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
  /** The largest answer, bytes: it repeats a schema at the most. */
  static final int MAX_BYTES = 1 << 20;

  /** More than {@link #MAX_BYTES} came. */
  static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private @Nullable Subscription subscription;

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
      if (body.size() + buffer.remaining() > MAX_BYTES) {
        whole.completeExceptionally(new TooLarge());
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
