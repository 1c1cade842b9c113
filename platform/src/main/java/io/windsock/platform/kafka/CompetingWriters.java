package io.windsock.platform.kafka;

import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/** What happens to writers that share a transactional id, each of which fences the one before. */
public final class CompetingWriters {
  private CompetingWriters() {}

  /**
   * Returns whether a write that failed this way may succeed when tried again, because another
   * program wrote at the same time. A broker fences such a writer, or it answers with any of
   * several other errors, down to an unknown one; reading again shows what was written. A cluster
   * that does not answer or does not allow the write has been waited for already.
   */
  public static boolean mayHaveCaused(KafkaException failure) {
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof TimeoutException
          || at instanceof AuthorizationException
          || at instanceof AuthenticationException
          || at instanceof InterruptException
          || at instanceof ConfigException) {
        return false;
      }
    }
    return true;
  }
}
