package io.windsock.gateway.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Question.Kind;
import io.windsock.contracts.query.Rendezvous;
import io.windsock.gateway.core.member.Membership;
import io.windsock.gateway.core.member.SiteReport;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What slow sites do to the limit of the gateway "a". The gateway "b", which shares all calls, and
 * the sites "x" and "y" are played here.
 */
class SlowSitesTest {
  private static final long MS = 1_000_000;
  private static final Token AT = new Token(1, new long[] {10});
  private static final int CALLS_EACH_MS = 5;
  private static final int DEADLINE_MS = 100;
  private static final int HIGH = CoreSettings.defaults("a").keys().high();

  private final Recorder out = new Recorder();
  private final Requester requester = new Requester("me", 1);
  private final GatewayCore core = new GatewayCore(CoreSettings.defaults("a"), out, 0);

  /** The answers to come, by ms, and in order. */
  private final TreeMap<Integer, Set<String>> answers = new TreeMap<>();

  private int made;
  private int fromMs;

  /** Makes calls for a second, and returns the lowest limit seen. */
  private int lowest(int xMs, int yMs) {
    Map<String, Integer> delays = Map.of("x", xMs, "y", yMs);
    core.members(
        new Membership(
            List.of(
                new SiteReport("x", "run", true, false), new SiteReport("y", "run", true, false)),
            List.of("a", "b")),
        0);
    int lowest = HIGH;
    for (int ms = fromMs; ms < fromMs + 1_000; ms++) {
      long nowNs = ms * MS;
      List.of("x", "y", "b").forEach(member -> core.heartbeat(member, nowNs));
      core.tick(nowNs);
      play(ms, delays);
      for (int i = 0; i < CALLS_EACH_MS; i++) {
        call("c" + made++, ms, delays);
      }
      answers.headMap(ms, true).values().forEach(due -> due.forEach(it -> answer(it, nowNs)));
      answers.headMap(ms, true).clear();
      lowest = Math.min(lowest, core.stats().limits().getOrDefault(Kind.KEY, 0));
    }
    assertThat(core.stats().inTime()).isPositive();
    return lowest;
  }

  /** Calls, and has the first site and the one that the other gateway reissues to answer. */
  private void call(String id, int ms, Map<String, Integer> delays) {
    core.call(
        requester, new Call(id, new Question.OfKey("k"), DEADLINE_MS, null, 2, List.of()), ms * MS);
    long hash = Rendezvous.hash("me:" + id);
    String first = score(hash, "x") > score(hash, "y") ? "x" : "y";
    boolean leads = !out.take().isEmpty();
    schedule(first, id, ms, delays);
    if (leads && delays.getOrDefault(first, 0) > DEADLINE_MS / 2) {
      schedule(first.equals("x") ? "y" : "x", id, ms + DEADLINE_MS / 2, delays);
    }
  }

  private static long score(long hash, String member) {
    return Rendezvous.score(hash, Rendezvous.hash(member));
  }

  /** Has sites answer what this gateway has sent since. */
  private void play(int ms, Map<String, Integer> delays) {
    for (String line : out.take()) {
      int site = "send ".length();
      if (line.startsWith("send ")) {
        String id = line.substring(line.indexOf(':') + 1);
        schedule(line.substring(site, site + 1), id, ms, delays);
      }
    }
  }

  private void schedule(String site, String id, int ms, Map<String, Integer> delays) {
    answers
        .computeIfAbsent(ms + delays.getOrDefault(site, 0), due -> new TreeSet<>())
        .add(site + " " + id);
  }

  private void answer(String siteAndId, long nowNs) {
    String site = siteAndId.substring(0, 1);
    String id = "me:" + siteAndId.substring(2);
    core.answer(site, new Answer(id, Status.FOUND, site, AT, new byte[0], "", ""), nowNs);
  }

  @Test
  void shouldKeepTheLimitWhileSitesAreFast() {
    assertThat(lowest(1, 35)).isEqualTo(HIGH);
  }

  @Test
  void shouldKeepTheLimitWhileOneOfTwoSitesIsSlow() {
    assertThat(lowest(90, 1)).isEqualTo(HIGH);
  }

  @Test
  void shouldKeepTheLimitWhileOneOfTwoSitesIsTooSlow() {
    assertThat(lowest(300, 1)).isEqualTo(HIGH);
  }

  @Test
  void shouldLowerTheLimitWhenBothBecomeSlow() {
    assertThat(lowest(1, 1)).isEqualTo(HIGH);
    fromMs = 1_000;
    assertThat(lowest(60, 60)).isLessThan(CALLS_EACH_MS * 60);
  }
}
