package io.windsock.contracts.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTest {
  private static final long SEED = Long.getLong("windsock.seed", System.nanoTime());

  @Test
  void shouldReadBackItsText() {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      Token token = random(random);

      String text = token.toString();

      assertThat(Token.parse(text)).as("seed %d, %s", SEED, text).isEqualTo(token);
      assertThat(text).matches("A[A-Za-z0-9_-]+");
    }
  }

  private static Token random(Random random) {
    long[] next = new long[1 + random.nextInt(random.nextInt(20) == 0 ? 1024 : 12)];
    for (int p = 0; p < next.length; p++) {
      next[p] = random.nextLong() >>> (1 + random.nextInt(63));
    }
    return new Token(random.nextLong(), next);
  }

  @Test
  void shouldHoldTheLargestOffsetsOfTheMostPartitions() {
    long[] next = new long[Token.MAX_PARTITIONS];
    java.util.Arrays.fill(next, Long.MAX_VALUE);
    Token token = new Token(Long.MIN_VALUE, next);

    assertThat(Token.parse(token.toString())).isEqualTo(token);
  }

  @Test
  void shouldBeShort() {
    assertThat(new Token(-1, new long[] {1_000_000, 2_000_000, 3_000_000, 4_000_000}).toString())
        .hasSizeLessThan(40);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "A",
        "B",
        "A=",
        "AAAA",
        "AAAAAAAAAAAA",
        "B" + "AAAAAAAAAAAA",
        "A AAAAAAAAAAA",
        "A%00",
        "A////////////",
        "AAAAAAAAAAAI",
        "A_________________________",
        "null",
        "0.1.2",
        "Aé"
      })
  void shouldRefuseWhatIsNoToken(String text) {
    assertThatThrownBy(() -> Token.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a token: '" + text + "'");
  }

  @Test
  void shouldAnswerHostileTextsWithARefusalOrATokenOfThatText() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      String text = hostile(random);
      try {
        Token token = Token.parse(text);
        assertThat(Token.parse(token.toString())).as("seed %d, '%s'", SEED, text).isEqualTo(token);
        assertThat(token.toString()).as("seed %d: one text a token", SEED).isEqualTo(text);
      } catch (IllegalArgumentException e) {
        assertThat(e.getMessage()).startsWith("not a token: '").hasSizeLessThan(120);
      }
    }
  }

  private static String hostile(Random random) {
    StringBuilder text = new StringBuilder(random(random).toString());
    switch (random.nextInt(5)) {
      case 0 -> text.setLength(random.nextInt(text.length() + 1));
      case 1 -> text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(0x10000));
      case 2 -> text.append("AZaz09-_+/= \n".charAt(random.nextInt(13)));
      case 3 -> {
        text.setLength(1);
        for (int n = random.nextInt(100); n > 0; n--) {
          text.append("ABCDEFGHabcdefgh0123456789-_".charAt(random.nextInt(28)));
        }
      }
      default -> {
        text.setLength(0);
        for (int n = random.nextInt(40); n > 0; n--) {
          text.append((char) random.nextInt(random.nextBoolean() ? 128 : 0x10000));
        }
      }
    }
    return text.toString();
  }

  @Test
  void shouldRefuseATextTooLongToBeOne() {
    assertThatThrownBy(() -> Token.parse("A".repeat(1_000_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("…");
  }

  @Test
  void shouldRefuseWhatIsNoPosition() {
    assertThatThrownBy(() -> new Token(1, new long[0])).hasMessage("a token of 0 partitions");
    assertThatThrownBy(() -> new Token(1, new long[Token.MAX_PARTITIONS + 1]))
        .hasMessage("a token of 1025 partitions");
    assertThatThrownBy(() -> new Token(1, new long[] {0, -1})).hasMessage("a token with offset -1");
  }

  @Test
  void shouldCoverWhatIsBeforeItInEveryPartition() {
    Token token = new Token(7, new long[] {5, 5});

    assertThat(token.covers(token)).isTrue();
    assertThat(token.covers(new Token(7, new long[] {5, 4}))).isTrue();
    assertThat(token.covers(new Token(7, new long[] {6, 0}))).isFalse();
    assertThat(token.covers(new Token(8, new long[] {0, 0}))).isFalse();
    assertThat(token.covers(new Token(7, new long[] {0}))).isFalse();
  }

  @Test
  void shouldNotShareItsOffsets() {
    long[] next = {1, 2};
    Token token = new Token(7, next);
    next[0] = 9;
    token.offsets()[1] = 9;

    assertThat(token).isEqualTo(new Token(7, new long[] {1, 2}));
  }
}
