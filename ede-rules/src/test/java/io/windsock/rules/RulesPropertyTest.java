package io.windsock.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.rules.RandomRules.Kind;
import io.windsock.rules.RandomRules.Step;
import io.windsock.rules.config.RuleSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for any rules and any events; jqwik prints the seed of a case that fails. */
class RulesPropertyTest {
  private static final long TICK_MS = 100;
  private static final long LONG_AFTER = 1_000_000_000L;

  @Provide
  Arbitrary<RuleSet> ruleSets() {
    return RandomRules.ruleSets();
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    return RandomRules.steps();
  }

  @Provide
  Arbitrary<Rule> overwrites() {
    return RandomRules.overwrites();
  }

  @Provide
  Arbitrary<Rule> thinning() {
    return Arbitraries.oneOf(RandomRules.overwrites(), RandomRules.coalescedPositions());
  }

  /** Time passes in ticks, so that what is due is sent within one. */
  private static long wait(RuleRun run, long nowMs, long waitMs) {
    for (long t = nowMs + TICK_MS; t < nowMs + waitMs; t += TICK_MS) {
      run.release(t);
    }
    run.release(nowMs + waitMs);
    return nowMs + waitMs;
  }

  private static void checkAccounts(RuleRun run) {
    assertThat(run.passed + run.carried + run.takenInAll() + run.held())
        .as("passed %s carried %s taken %s held %s", run.passed, run.carried, run.taken, run.held())
        .isEqualTo(run.received);
  }

  @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
  void shouldAccountForEveryEventAtAnyTime(
      @ForAll("ruleSets") RuleSet rules, @ForAll("steps") List<Step> steps) {
    RuleRun run = new RuleRun(rules);
    long nowMs = 0;
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      nowMs = wait(run, nowMs, step.waitMs());
      checkAccounts(run);
      run.receive("key" + step.key(), step.event(i + 1, nowMs), nowMs);
      checkAccounts(run);
    }
    run.release(LONG_AFTER);
    checkAccounts(run);
  }

  /** An update is lacked from when it is received until something of its key is sent. */
  @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
  void shouldTellExactlyWhatTheMirrorsLack(
      @ForAll("thinning") Rule rule, @ForAll("steps") List<Step> steps) {
    RuleRun run = new RuleRun(rule);
    Map<String, List<Long>> lacked = new HashMap<>();
    Map<String, Integer> sent = new HashMap<>();
    long nowMs = 0;
    for (int i = 0; i < steps.size(); i++) {
      Step step = new Step(steps.get(i).key(), Kind.POSITION, steps.get(i).waitMs(), 0);
      nowMs = wait(run, nowMs, step.waitMs());
      checkLacking(run, lacked, sent);
      String key = "key" + step.key();
      run.receive(key, step.event(i + 1, nowMs), nowMs);
      lacked.computeIfAbsent(key, k -> new ArrayList<>()).add(1000 + nowMs);
      checkLacking(run, lacked, sent);
    }
    run.release(LONG_AFTER);
    checkLacking(run, lacked, sent);
  }

  private static void checkLacking(
      RuleRun run, Map<String, List<Long>> lacked, Map<String, Integer> sent) {
    run.sentByKey.forEach(
        (key, all) -> {
          if (all.size() != sent.getOrDefault(key, 0)) {
            sent.put(key, all.size());
            lacked.put(key, new ArrayList<>());
          }
        });
    List<Long> all = lacked.values().stream().flatMap(List::stream).sorted().toList();
    assertThat(run.missing()).isEqualTo(all.size());
    assertThat(run.missingSinceMs()).isEqualTo(all.isEmpty() ? 0 : all.get(0));
  }

  @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
  void shouldLackAtLeastWhatIsHeld(
      @ForAll("ruleSets") RuleSet rules, @ForAll("steps") List<Step> steps) {
    RuleRun run = new RuleRun(rules);
    long nowMs = 0;
    for (int i = 0; i < steps.size(); i++) {
      nowMs = wait(run, nowMs, steps.get(i).waitMs());
      run.receive("key" + steps.get(i).key(), steps.get(i).event(i + 1, nowMs), nowMs);
      assertThat(run.missing()).isBetween(run.held(), run.received);
      assertThat(run.missingSinceMs() == 0).isEqualTo(run.missing() == 0);
    }
    releaseAll(run, rules, nowMs);
    boolean discards =
        rules.rules().stream().anyMatch(rule -> rule instanceof Overwrite o && o.maxHold() == null);
    if (!discards) {
      assertThat(run.missing()).isZero();
    }
  }

  @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
  void shouldLoseNothingEssential(
      @ForAll("ruleSets") RuleSet rules, @ForAll("steps") List<Step> steps) {
    RuleRun run = new RuleRun(rules);
    long nowMs = 0;
    for (int i = 0; i < steps.size(); i++) {
      nowMs = wait(run, nowMs, steps.get(i).waitMs());
      run.receive("key" + steps.get(i).key(), steps.get(i).event(i + 1, nowMs), nowMs);
    }
    releaseAll(run, rules, nowMs);

    assertThat(run.held()).isZero();
    assertSeenOnce(run);
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).kind() != Kind.POSITION) {
        assertThat(run.seen).as("sent").contains(i + 1L);
      }
    }
  }

  /** Each rule may hold what the one before lets go. */
  private static void releaseAll(RuleRun run, RuleSet rules, long nowMs) {
    for (int i = 0; i <= rules.names().size(); i++) {
      run.release(nowMs + (i + 1) * LONG_AFTER);
    }
  }

  private static void assertSeenOnce(RuleRun run) {
    List<String> numbers = new ArrayList<>();
    for (String sent : run.sent) {
      for (String word : sent.replaceAll(" -\\d+]", "").split("[^0-9]+", -1)) {
        if (!word.isEmpty()) {
          numbers.add(word);
        }
      }
    }
    assertThat(numbers).doesNotHaveDuplicates();
  }

  @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
  void shouldNotBeChangedByRestarts(
      @ForAll("ruleSets") RuleSet rules,
      @ForAll("steps") List<Step> steps,
      @ForAll Set<Byte> restarts) {
    RuleRun without = new RuleRun(rules);
    RuleRun with = new RuleRun(rules);
    long nowMs = 0;
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      wait(without, nowMs, step.waitMs());
      nowMs = wait(with, nowMs, step.waitMs());
      byte[] event = step.event(i + 1, nowMs);
      without.receive("key" + step.key(), event, nowMs);
      with.receive("key" + step.key(), event, nowMs);
      if (restarts.contains((byte) i)) {
        byte[] before = with.history("key0").encode();
        with.restart(nowMs);
        assertThat(with.history("key0").encode()).isEqualTo(before);
      }
      assertThat(with.held()).isEqualTo(without.held());
      assertThat(with.missing()).isEqualTo(without.missing());
      assertThat(with.missingSinceMs()).isEqualTo(without.missingSinceMs());
    }
    releaseAll(without, rules, nowMs);
    releaseAll(with, rules, nowMs);

    assertThat(with.sentByKey).isEqualTo(without.sentByKey);
    assertThat(with.taken).isEqualTo(without.taken);
  }

  @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
  void shouldLoseNothingWhenTheRulesChange(
      @ForAll("ruleSets") RuleSet first,
      @ForAll("ruleSets") RuleSet second,
      @ForAll("steps") List<Step> steps) {
    RuleRun run = new RuleRun(first);
    long nowMs = 0;
    for (int i = 0; i < steps.size(); i++) {
      nowMs = wait(run, nowMs, steps.get(i).waitMs());
      run.receive("key" + steps.get(i).key(), steps.get(i).event(i + 1, nowMs), nowMs);
      if (i == steps.size() / 2) {
        run.restart(second, nowMs);
        checkAccounts(run);
      }
    }
    releaseAll(run, second, nowMs);

    assertThat(run.held()).isZero();
    checkAccounts(run);
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i).kind() != Kind.POSITION) {
        assertThat(run.seen).as("sent").contains(i + 1L);
      }
    }
  }

  @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
  void shouldWithholdNoEventLongerThanTheRulesAllow(
      @ForAll("ruleSets") RuleSet rules, @ForAll("steps") List<Step> steps) {
    long boundMs = 0;
    for (int rule = 0; rule < rules.names().size(); rule++) {
      boundMs += rules.compiled().stages().get(rule).maxHoldMs() + TICK_MS;
    }
    RuleRun run = new RuleRun(rules);
    Map<Long, Long> receivedMs = new HashMap<>();
    long nowMs = 0;
    for (int i = 0; i < steps.size(); i++) {
      for (long end = nowMs + steps.get(i).waitMs(); nowMs < end; ) {
        nowMs = wait(run, nowMs, Math.min(TICK_MS, end - nowMs));
        checkAges(run, receivedMs, nowMs, boundMs);
      }
      receivedMs.put(i + 1L, nowMs);
      run.receive("key" + steps.get(i).key(), steps.get(i).event(i + 1, nowMs), nowMs);
      checkAges(run, receivedMs, nowMs, boundMs);
    }
    wait(run, nowMs, boundMs);
    assertThat(run.held()).isZero();
  }

  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void shouldReadBackTheRulesThatItWrites(@ForAll("ruleSets") RuleSet rules) {
    RuleSet read = RuleSet.parse(rules.text(), "text", rules.catalogue());

    assertThat(read.rules()).isEqualTo(rules.rules());
    assertThat(read.fingerprint()).isEqualTo(rules.fingerprint());
  }

  private static void checkAges(RuleRun run, Map<Long, Long> receivedMs, long nowMs, long boundMs) {
    for (Long number : run.seen) {
      Long received = receivedMs.remove(number);
      if (received != null) {
        assertThat(nowMs - received).as("wait of %s", number).isLessThanOrEqualTo(boundMs);
      }
    }
  }

  /** The mirrors never lack for longer than maxHold what is newer than all that they have. */
  @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
  void shouldKeepMirrorsNoMoreThanTheBoundBehind(
      @ForAll("overwrites") Rule rule, @ForAll("steps") List<Step> steps) {
    Overwrite overwrite = (Overwrite) rule;
    if (overwrite.maxHold() == null) {
      return;
    }
    long boundMs = overwrite.maxHold().toMillis() + TICK_MS;
    RuleRun run = new RuleRun(overwrite);
    long[] receivedMs = new long[steps.size() + 1];
    long[] eventTimesMs = new long[steps.size() + 1];
    long nowMs = 0;
    for (int i = 0; i < steps.size(); i++) {
      Step step = new Step(0, Kind.POSITION, steps.get(i).waitMs(), steps.get(i).ageMs());
      nowMs = wait(run, nowMs, step.waitMs());
      checkNewest(run, receivedMs, eventTimesMs, nowMs - boundMs);
      receivedMs[i + 1] = nowMs;
      eventTimesMs[i + 1] = nowMs - step.ageMs();
      run.receive("key", step.event(i + 1, nowMs), nowMs);
    }
  }

  private static void checkNewest(
      RuleRun run, long[] receivedMs, long[] eventTimesMs, long untilMs) {
    long newestSent = Long.MIN_VALUE;
    for (long number : run.seen) {
      newestSent = Math.max(newestSent, eventTimesMs[(int) number]);
    }
    for (int number = 1; number <= run.received; number++) {
      if (receivedMs[number] <= untilMs) {
        assertThat(eventTimesMs[number]).as("event %s", number).isLessThanOrEqualTo(newestSent);
      }
    }
  }

  @Property(tries = 250, edgeCases = EdgeCasesMode.NONE)
  void shouldSendPositionsInTheOrderReceived(
      @ForAll("overwrites") Rule rule, @ForAll("steps") List<Step> steps) {
    RuleRun run = new RuleRun(rule);
    long nowMs = 0;
    for (int i = 0; i < steps.size(); i++) {
      Step step = new Step(steps.get(i).key(), Kind.POSITION, steps.get(i).waitMs(), 0);
      nowMs = wait(run, nowMs, step.waitMs());
      run.receive("key" + step.key(), step.event(i + 1, nowMs), nowMs);
    }
    releaseAll(run, RuleSet.of(AirlineEvents.CATALOGUE, List.of(rule)), nowMs);

    for (List<String> sent : run.sentByKey.values()) {
      List<Long> numbers = sent.stream().map(Long::valueOf).toList();
      assertThat(numbers).isSorted();
    }
  }
}
