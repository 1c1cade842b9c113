package io.windsock.evaluation.report;

import java.util.regex.Pattern;

/**
 * An image file in a section.
 *
 * @param file relative to the page's folder, such as {@code adapt/delay.svg}
 * @param alt what the image shows, for readers who do not see it
 */
public record Picture(String file, String alt) {
  private static final Pattern FILE = Pattern.compile("\\w[\\w.-]*(/\\w[\\w.-]*)*");

  /**
   * Creates a picture.
   *
   * @throws IllegalArgumentException if the file is not a relative path of letters, digits, {@code
   *     _}, {@code .} and {@code -}, which both formats take without escapes
   */
  public Picture {
    if (!FILE.matcher(file).matches()) {
      throw new IllegalArgumentException(
          "picture “" + file + "”; a path is relative and has letters, digits, “_”, “.” and “-”");
    }
  }
}
