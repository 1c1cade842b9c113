package io.windsock.cli.show;

/** Text from outside as it may stand on a terminal: on its line, and without commands to it. */
public final class Plain {
  private Plain() {}

  /** The text with each control character as its escape, such as {@code \\u001b}. */
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
