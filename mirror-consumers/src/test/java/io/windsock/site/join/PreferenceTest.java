package io.windsock.site.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.position.Token;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PreferenceTest {
  private static final long EPOCH = 7;

  private static Token at(long... next) {
    return new Token(EPOCH, next);
  }

  static Stream<Arguments> positions() {
    Token none = at(0, 0, 0);
    Token own = at(100, 200, 300);
    String notAhead = "not ahead of this site's own state, at [100, 200, 300]";
    return Stream.of(
        Arguments.of(JoinFrom.LOG, none, at(0, Long.MAX_VALUE / 2, 0), "is not to be used"),
        Arguments.of(JoinFrom.SNAPSHOT, none, none, "is 0 records ahead"),
        Arguments.of(JoinFrom.SNAPSHOT, none, at(0, 1, 0), null),
        Arguments.of(JoinFrom.SNAPSHOT, own, own, "is 0 records ahead"),
        Arguments.of(JoinFrom.SNAPSHOT, own, at(100, 201, 300), null),
        Arguments.of(JoinFrom.SNAPSHOT, own, at(99, 100_200, 300), notAhead),
        Arguments.of(JoinFrom.SNAPSHOT, own, at(1, 2, 3), "is at [1, 2, 3], " + notAhead),
        Arguments.of(JoinFrom.SNAPSHOT, own, new Token(8, new long[] {200, 300, 400}), notAhead),
        Arguments.of(JoinFrom.SNAPSHOT, own, at(200, 300), notAhead),
        Arguments.of(
            JoinFrom.AUTO,
            none,
            at(100_000, 0, 0),
            "is 100,000 records ahead of this site's own state; more than 100,000 are required"),
        Arguments.of(JoinFrom.AUTO, none, at(100_000, 0, 1), null),
        Arguments.of(JoinFrom.AUTO, own, at(50_100, 50_200, 300), "is 100,000 records ahead"),
        Arguments.of(JoinFrom.AUTO, own, at(50_100, 50_200, 301), null),
        Arguments.of(JoinFrom.AUTO, own, at(1_000_000, 1_000_000, 299), notAhead));
  }

  @ParameterizedTest
  @MethodSource("positions")
  void shouldPreferWhatIsFarEnoughAheadInEachPartition(
      JoinFrom from, Token own, Token position, @Nullable String refusal) {
    Preference preference = new Preference(from, own, true);

    if (refusal == null) {
      assertThat(preference.refusal(position)).isNull();
    } else {
      assertThat(preference.refusal(position)).contains(refusal);
    }
    assertThat(preference.isPossible(position)).isEqualTo(refusal == null);
  }
}
