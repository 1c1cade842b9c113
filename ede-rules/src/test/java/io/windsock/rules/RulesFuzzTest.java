package io.windsock.rules;

import static io.windsock.rules.AirlineEvents.CATALOGUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.rules.config.RuleSet;
import io.windsock.rules.history.KeyHistory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Input that is broken at random: a stated fault each time, never another exception. */
class RulesFuzzTest {
  private static final int FILES = 600;
  private static final int LOGS = 20_000;

  @Test
  void shouldReadOrRefuseAnyRulesFile() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> originals;
    try (var files = Files.list(Path.of("..", "docs", "examples", "rules"))) {
      originals = files.sorted().map(RulesFuzzTest::read).toList();
    }
    int refused = 0;
    for (int i = 0; i < FILES; i++) {
      String yaml = damaged(originals.get(random.nextInt(originals.size())), random);
      try {
        assertThat(RuleSet.parse(yaml, "rules.yaml", CATALOGUE).explain()).isNotEmpty();
      } catch (ConfigurationException e) {
        refused++;
        assertThat(e.faults()).as("seed %s: %s", seed, yaml).isNotEmpty();
        assertThat(e.faults())
            .as("seed %s: %s", seed, yaml)
            .allMatch(fault -> fault.place().startsWith("rules.yaml"));
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + yaml, e);
      }
    }
    assertThat(refused).as("seed %s", seed).isBetween(FILES / 10, FILES);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String damaged(String yaml, Random random) {
    String marks = "{}[]:,'\"-#*&!|>%@ \n\tx0.=~";
    StringBuilder text = new StringBuilder(yaml);
    for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
      int at = random.nextInt(text.length() - 20);
      switch (random.nextInt(4)) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.delete(at, at + random.nextInt(20));
        case 2 -> text.insert(at, marks.charAt(random.nextInt(marks.length())));
        default -> text.insert(at, text.substring(at, at + random.nextInt(20)));
      }
    }
    return text.toString();
  }

  @Test
  void shouldReadOrRefuseAnyLoggedHistory() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    RuleSet rules = RuleSet.of(CATALOGUE, List.of(ComplexTupleTest.arrived(true)));
    RuleRun run = new RuleRun(rules);
    run.receive(AirlineEvents.status(1, "LANDED")).receive(AirlineEvents.status(2, "AT_GATE"));
    byte[] key = "leg".getBytes(StandardCharsets.UTF_8);
    byte[] whole = run.history("leg").encode();

    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      if (length != 1) {
        assertThatThrownBy(() -> KeyHistory.decode(key, cut, rules.layout()))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("a history ");
      }
    }
    for (int i = 0; i < LOGS; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
      try {
        KeyHistory.decode(key, damaged, rules.layout());
      } catch (IllegalArgumentException e) {
        assertThat(e).as("seed %s", seed).hasMessageStartingWith("a history ");
      }
    }
  }
}
