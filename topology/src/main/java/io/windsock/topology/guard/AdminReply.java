package io.windsock.topology.guard;

import io.windsock.contracts.config.ConfigurationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;
import org.jspecify.annotations.Nullable;

/** Waits for an admin client's replies, with a timeout. */
public final class AdminReply {
  /** The timeout for any one reply. */
  public static final long TIMEOUT_MS = 30_000;

  private AdminReply() {}

  /**
   * Returns the reply.
   *
   * @param what the request, to complete the sentence "can't …"
   * @throws ConfigurationException with the cluster's reason, or if it does not answer in time
   */
  public static <T> T get(KafkaFuture<T> reply, String what) {
    try {
      return reply.get(TIMEOUT_MS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw fault(what, reason(e).getMessage());
    } catch (TimeoutException e) {
      throw fault(what, "no answer within " + TIMEOUT_MS + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw fault(what, "interrupted");
    }
  }

  /** Returns whether the reply is this error; false if there is no reply yet. */
  public static boolean is(KafkaFuture<?> reply, Class<? extends Exception> error) {
    try {
      reply.getNow(null);
      return false;
    } catch (ExecutionException e) {
      return error.isInstance(reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Throwable reason(ExecutionException e) {
    return e.getCause() == null ? e : e.getCause();
  }

  private static ConfigurationException fault(String what, @Nullable String reason) {
    return ConfigurationException.of("cluster", "can't " + what + ": " + reason);
  }
}
