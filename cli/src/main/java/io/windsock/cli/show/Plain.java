package io.windsock.cli.show;

/**
 * Escapes untrusted text for a terminal: it stays on its line and contains no control sequences.
 */
public final class Plain {
  private Plain() {}

  /** Returns the text with each control character escaped, such as {@code \\u001b}. */
  public static String of(String text) {
    if (text.chars().noneMatch(Plain::commands)) {
      return text;
    }
    StringBuilder plain = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              if (commands(c)) {
                plain.append(String.format("\\u%04x", c));
              } else {
                plain.append((char) c);
              }
            });
    return plain.toString();
  }

  private static boolean commands(int c) {
    return Character.isISOControl(c) || Character.getType(c) == Character.FORMAT;
  }
}
