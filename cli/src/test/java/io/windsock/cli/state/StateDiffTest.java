package io.windsock.cli.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.cli.Windsock;
import io.windsock.cli.option.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Sites move on while they are compared. */
class StateDiffTest {
  private static final long TOPIC = 7;

  private record Diff(int code, String out) {}

  @Test
  void shouldCompareRunningSitesAtAPositionThatBothHaveHad() throws Exception {
    try (FakeSite ahead = new FakeSite(TOPIC, n -> 10 + n, offset -> "d" + offset);
        FakeSite behind = new FakeSite(TOPIC, n -> 7 + n, offset -> "d" + offset)) {
      Diff diff = diff(ahead, behind);

      assertThat(diff.code()).as(diff.out()).isZero();
      assertThat(diff.out()).contains("both hold the same").contains("[10]");
    }
  }

  @Test
  void shouldTakeEqualDigestsForTheSameStateWhateverTheOffsets() throws Exception {
    // The offset after a transaction's last record, and the one after its marker.
    try (FakeSite one = new FakeSite(TOPIC, n -> 10, offset -> "d");
        FakeSite other = new FakeSite(TOPIC, n -> 11, offset -> "d")) {
      assertThat(diff(one, other).code()).isZero();
    }
  }

  @Test
  void shouldListWhatDiffersAtACommonPosition() throws Exception {
    try (FakeSite one = new FakeSite(TOPIC, n -> 10 + n, offset -> "d" + offset);
        FakeSite other = new FakeSite(TOPIC, n -> 8 + n, offset -> "other" + offset)) {
      Diff diff = diff(one, other);

      assertThat(diff.code()).isEqualTo(ExitCode.FAILURE);
      assertThat(diff.out()).contains("the digests differ").containsPattern("A +digest +\"d");
    }
  }

  @Test
  void shouldSayWhichSiteIsBehindAndEndWithACodeOfItsOwn() throws Exception {
    try (FakeSite ahead = new FakeSite(TOPIC, n -> 1_000 + n, offset -> "d" + offset);
        FakeSite stuck = new FakeSite(TOPIC, n -> 10, offset -> "d" + offset)) {
      Diff diff = diff(ahead, stuck, "--wait", "200ms");

      assertThat(diff.code()).isEqualTo(ExitCode.INCOMPARABLE);
      assertThat(diff.out())
          .contains(stuck.url() + " is behind by")
          .contains("within 200 ms")
          .contains("--wait");
    }
  }

  @Test
  void shouldCompareSitesOfDifferentTopicsOnceTheyAreAtRest() throws Exception {
    try (FakeSite central = new FakeSite(1, n -> Math.min(n, 20), offset -> "c" + offset);
        FakeSite mirror = new FakeSite(2, n -> Math.min(n, 25), offset -> "m" + offset)) {
      Diff diff = diff(central, mirror, "--wait", "1m");

      assertThat(diff.code()).isEqualTo(ExitCode.FAILURE);
      assertThat(diff.out()).contains("\"c20\"").contains("\"m25\"");
    }
  }

  @Test
  void shouldNotCallSitesOfDifferentTopicsUnequalWhileEventsCome() throws Exception {
    try (FakeSite central = new FakeSite(1, n -> n, offset -> "c" + offset);
        FakeSite mirror = new FakeSite(2, n -> n, offset -> "m" + offset)) {
      Diff diff = diff(central, mirror, "--wait", "200ms");

      assertThat(diff.code()).isEqualTo(ExitCode.INCOMPARABLE);
      assertThat(diff.out()).contains("different topics");
    }
  }

  private static Diff diff(FakeSite one, FakeSite other, String... more) throws IOException {
    String[] args = new String[4 + more.length];
    System.arraycopy(new String[] {"state", "diff", one.url(), other.url()}, 0, args, 0, 4);
    System.arraycopy(more, 0, args, 4, more.length);
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Windsock.execute(args, Map.of(), new PrintWriter(out), new PrintWriter(err));
    assertThat(err.toString()).isEmpty();
    return new Diff(code, out.toString());
  }
}
