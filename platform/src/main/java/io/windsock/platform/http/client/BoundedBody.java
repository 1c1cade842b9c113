package io.windsock.platform.http.client;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A body subscriber that fails if the body exceeds its bound. Called by one thread at a time. */
final class BoundedBody implements BodySubscriber<byte[]> {
  private final int maxBytes;
  private final Supplier<RemoteException> tooLarge;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private @Nullable Subscription subscription;

  /**
   * Creates a subscriber for at most {@code maxBytes}; a larger body fails with {@code tooLarge}.
   */
  BoundedBody(int maxBytes, Supplier<RemoteException> tooLarge) {
    this.maxBytes = maxBytes;
    this.tooLarge = tooLarge;
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
        whole.completeExceptionally(tooLarge.get());
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
