package io.windsock.cli.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinkStatusTextTest {
  private static String text(String fields) throws Exception {
    return LinkStatusText.of(
        new ObjectMapper().readTree("{\"side\":\"sender\",\"rpoMs\":1200" + fields + "}"));
  }

  @ParameterizedTest
  @CsvSource({"true, kept", "false, missed", "null, unknown if kept"})
  void shouldSayWhetherTheGoalIsKept(String kept, String said) throws Exception {
    assertThat(text(",\"rpoGoalMs\":2000,\"rpoKept\":" + kept))
        .contains("oldest record 1,200 ms old")
        .containsPattern("goal +at most 2,000 ms lost: " + said + "\n");
  }

  @ParameterizedTest
  @CsvSource({"'\"2026-12\"', '2026-12, of the last batch'", "null, none yet"})
  void shouldNameTheKeyInUse(String key, String said) throws Exception {
    assertThat(text(",\"lastKey\":" + key)).containsPattern("key +" + said + "\n");
  }

  @ParameterizedTest
  @CsvSource({
    "null, null, ''",
    "'\"it is slow\"', null, ': it is slow'",
    "null, '\"it is not whole\"', ': it is not whole'",
    "'\"it is slow\"', '\"it is not whole\"', ': it is slow: it is not whole'",
  })
  void shouldSayWhatIsWrongWithATarget(String slow, String incomplete, String reasons)
      throws Exception {
    String open =
        "[{\"link\":\"main\",\"sender\":\"10.0.0.1:5\",\"slow\":%s,\"incomplete\":%s}]"
            .formatted(slow, incomplete);
    assertThat(
            LinkStatusText.of(
                new ObjectMapper().readTree("{\"side\":\"receiver\",\"open\":" + open + "}")))
        .containsPattern("senders +main from 10.0.0.1:5" + reasons + "\n");
  }

  @Test
  void shouldNotNameAGoalThatIsNotThere() throws Exception {
    assertThat(text(",\"rpoGoalMs\":null,\"rpoKept\":null")).doesNotContain("goal");
  }
}
