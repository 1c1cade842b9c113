package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.client.ClientOptions;
import io.windsock.client.WindsockClient;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Question;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A caller that keeps asking for keys at an even rate until it is stopped, and records each call
 * with all of its outcomes. It notes by itself which position it has seen, so that it checks the
 * client rather than trusts it. Its own thread asks; outcomes come on the client's thread.
 */
final class SteadyCaller implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final WindsockClient client;
  private final List<String> keys;
  private final long intervalNs;
  private final Duration deadline;
  private final Queue<Asked> asked = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile boolean stopped;

  /** The newest position of all answers so far; written on the client's thread only. */
  private volatile @Nullable Token seen;

  /** A call. Its outcomes are written on the client's thread, or on the caller's if refused. */
  final class Asked {
    private final String key;
    private final long atNs = System.nanoTime();

    /** What its caller had seen when it asked. */
    private final @Nullable Token since = seen;

    private final AtomicInteger outcomes = new AtomicInteger();
    private volatile @Nullable Answer answer;
    private volatile long tookNs;

    private Asked(String key) {
      this.key = key;
    }

    private void outcome(Answer first) {
      if (outcomes.getAndIncrement() == 0) {
        tookNs = System.nanoTime() - atNs;
        answer = first;
        if (first.at() != null) {
          seen = newest(seen, first.at());
        }
      }
    }

    /** When it was asked, by {@link System#nanoTime}. */
    long atNs() {
      return atNs;
    }

    /** Whether a site answered it before its deadline. */
    boolean isAnswered() {
      Answer now = answer;
      return now != null && now.status() == Answer.Status.FOUND && tookNs <= deadline.toNanos();
    }

    boolean isWithin(Duration time) {
      return isAnswered() && tookNs <= time.toNanos();
    }

    /** What became of it. */
    String outcome() {
      Answer now = answer;
      return now == null ? "no outcome" : now.status().toString();
    }

    boolean isOver() {
      return outcomes.get() > 0;
    }

    /** One outcome: an answer no older than what was seen, or a refusal that says why. */
    private void check() {
      assertThat(outcomes).as("outcomes of the call for " + key).hasValue(1);
      Answer only = answer;
      assertThat(only).isNotNull();
      if (only.status() == Answer.Status.FOUND) {
        Token at = only.at();
        assertThat(at).isNotNull();
        if (since != null) {
          assertThat(at.covers(since)).as("%s at %s, after %s", key, at, since).isTrue();
        }
      } else {
        assertThat(only.status())
            .isIn(
                Answer.Status.BUSY, Answer.Status.FAILED, Answer.Status.BEHIND, Answer.Status.LATE);
        assertThat(only.error()).as("reason of " + only.status()).isNotBlank();
      }
    }
  }

  /** Opens a client at all gateways, which begins to ask once all of them are up. */
  SteadyCaller(String name, List<String> urls, List<String> keys, int perSecond, Duration deadline)
      throws InterruptedException {
    this.keys = keys;
    this.deadline = deadline;
    intervalNs = TimeUnit.SECONDS.toNanos(1) / perSecond;
    client = WindsockClient.open(ClientOptions.of(urls).withName(name));
    thread = new Thread(this::run, name);
    assertThat(client.awaitGateways(urls.size(), PATIENCE)).as("gateways up").isTrue();
    thread.start();
  }

  private static Token newest(@Nullable Token before, Token at) {
    if (before == null) {
      return at;
    }
    long[] next = before.offsets();
    for (int p = 0; p < next.length; p++) {
      next[p] = Math.max(next[p], at.next(p));
    }
    return new Token(before.epoch(), next);
  }

  private void run() {
    long dueNs = System.nanoTime();
    for (int i = 0; !stopped; i++) {
      Asked call = new Asked(keys.get(i % keys.size()));
      asked.add(call);
      client.ask(new Question.OfKey(call.key), call.atNs + deadline.toNanos(), call::outcome);
      dueNs += intervalNs;
      while (System.nanoTime() - dueNs < 0) {
        LockSupport.parkNanos(dueNs - System.nanoTime());
      }
    }
  }

  /** Returns the calls so far. */
  List<Asked> calls() {
    return new ArrayList<>(asked);
  }

  /** Asks no more, waits until each call's deadline has passed, and checks all calls. */
  void stopAndCheck() throws InterruptedException {
    stopped = true;
    thread.join();
    long endNs = System.nanoTime() + PATIENCE.toNanos();
    while (!asked.stream().allMatch(Asked::isOver) && System.nanoTime() - endNs < 0) {
      Thread.sleep(20);
    }
    asked.forEach(Asked::check);
  }

  @Override
  public void close() {
    stopped = true;
    client.close();
  }
}
