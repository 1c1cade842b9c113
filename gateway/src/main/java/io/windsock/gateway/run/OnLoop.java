package io.windsock.gateway.run;

import io.vertx.core.Context;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Runs work on an event loop for a thread that waits for it. */
final class OnLoop {
  private static final long WAIT_SECONDS = 10;

  private OnLoop() {}

  /**
   * Runs work on the loop and returns its result. Not to be called by an event loop.
   *
   * @throws CompletionException if the work failed, or the loop did not get to it
   */
  static <T> T get(Context loop, Supplier<T> work) {
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

  /**
   * Runs work on the loop and waits for its end.
   *
   * @throws CompletionException as {@link #get} does
   */
  static void run(Context loop, Runnable work) {
    get(
        loop,
        () -> {
          work.run();
          return true;
        });
  }
}
