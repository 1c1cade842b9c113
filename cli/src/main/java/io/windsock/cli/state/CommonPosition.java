package io.windsock.cli.state;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.position.Token;
import io.windsock.platform.http.client.Remote;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds a position at which two running sites can be compared. Sites do not stop for a comparison,
 * so it reads both digests repeatedly until it finds a position that both have reached.
 */
final class CommonPosition {
  private static final long READ_EVERY_MS = 5;

  /** Sites on different topics have no common tokens; they are compared once both are idle. */
  private static final long REST_MS = 1_000;

  /** With one reading every 5 ms, a site may be 10 s behind the other. */
  private static final int MAX_READINGS = 2_048;

  private final Remote first;
  private final Remote second;

  /** Creates a search over these two sites. */
  CommonPosition(Remote first, Remote second) {
    this.first = first;
    this.second = second;
  }

  /** A site's digest and the position it belongs to. */
  record Reading(Token token, long keys, String digest) {
    static Reading of(Remote site) throws InterruptedException {
      JsonNode answer = site.ask("/v1/digest").expected();
      try {
        Token token = Token.parse(answer.path("token").asText());
        return new Reading(token, answer.path("keys").asLong(), answer.path("digest").asText());
      } catch (IllegalArgumentException e) {
        throw new Failure(site.url() + " answered no token: is it a Windsock site?", e);
      }
    }
  }

  /**
   * One reading of each site.
   *
   * @param comparable whether the readings are of one position; otherwise they are the last ones
   */
  record Pair(Reading first, Reading second, boolean comparable) {
    boolean same() {
      return first.digest().equals(second.digest());
    }
  }

  /**
   * Reads both sites until both have reported the same digest or the same token, for at most {@code
   * wait}.
   */
  Pair find(Duration wait) throws InterruptedException {
    long end = System.nanoTime() + wait.toNanos();
    Readings ofFirst = new Readings();
    Readings ofSecond = new Readings();
    while (true) {
      Reading a = ofFirst.add(Reading.of(first));
      Reading b = ofSecond.add(Reading.of(second));
      Reading likeA = ofSecond.like(a);
      if (likeA != null) {
        return new Pair(a, likeA, true);
      }
      Reading likeB = ofFirst.like(b);
      if (likeB != null) {
        return new Pair(likeB, b, true);
      }
      boolean otherTopics = a.token().epoch() != b.token().epoch();
      if (otherTopics && ofFirst.atRest() && ofSecond.atRest()) {
        return new Pair(a, b, true);
      }
      if (System.nanoTime() - end >= 0) {
        return new Pair(a, b, false);
      }
      Thread.sleep(READ_EVERY_MS);
    }
  }

  /** The latest readings of one site. */
  private static final class Readings {
    private final Map<String, Reading> byDigest = new Latest<>();
    private final Map<Token, Reading> byToken = new Latest<>();
    private String digest = "";
    private long changedNs;

    Reading add(Reading reading) {
      if (!reading.digest().equals(digest)) {
        digest = reading.digest();
        changedNs = System.nanoTime();
      }
      byDigest.put(reading.digest(), reading);
      byToken.put(reading.token(), reading);
      return reading;
    }

    /**
     * Returns a reading with the other site's digest, otherwise one at its token; null if there is
     * neither.
     */
    @Nullable Reading like(Reading other) {
      Reading same = byDigest.get(other.digest());
      return same == null ? byToken.get(other.token()) : same;
    }

    boolean atRest() {
      return System.nanoTime() - changedNs >= TimeUnit.MILLISECONDS.toNanos(REST_MS);
    }
  }

  private static final class Latest<K> extends LinkedHashMap<K, Reading> {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, Reading> eldest) {
      return size() > MAX_READINGS;
    }
  }
}
