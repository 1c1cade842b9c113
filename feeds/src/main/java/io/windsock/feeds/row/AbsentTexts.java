package io.windsock.feeds.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The texts that stand for a missing value in a feed, for example {@code NA}. The empty text is
 * always one.
 */
public final class AbsentTexts {
  /** Only the empty text. */
  public static final AbsentTexts NONE = new AbsentTexts(List.of());

  private final byte[][] bytes;
  private final Set<String> texts;

  /** Creates a set of texts, which are compared exactly. */
  public AbsentTexts(List<String> texts) {
    this.texts = Set.copyOf(texts);
    this.bytes =
        this.texts.stream().map(t -> t.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
  }

  public boolean has(String text) {
    return text.isEmpty() || texts.contains(text);
  }

  public boolean has(byte[] source, int from, int to) {
    if (from == to) {
      return true;
    }
    for (byte[] text : bytes) {
      if (text.length == to - from && Arrays.equals(text, 0, text.length, source, from, to)) {
        return true;
      }
    }
    return false;
  }
}
