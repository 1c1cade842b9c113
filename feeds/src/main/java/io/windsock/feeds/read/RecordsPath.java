package io.windsock.feeds.read;

import java.util.ArrayList;
import java.util.List;

/**
 * The path of the records in a JSON document: {@code list[]} is every element of the member {@code
 * list}, {@code []} every element of a document that is an array, and the empty text the document
 * itself. Immutable.
 */
public final class RecordsPath {
  /** Each document is one record. */
  public static final RecordsPath DOCUMENT = new RecordsPath("", List.of());

  /** The step into every element of an array. */
  static final String EACH = "[]";

  private final String text;
  private final List<String> steps;

  private RecordsPath(String text, List<String> steps) {
    this.text = text;
    this.steps = List.copyOf(steps);
  }

  /**
   * Parses the text form.
   *
   * @throws IllegalArgumentException with the reason, if the path is invalid
   */
  public static RecordsPath parse(String text) {
    List<String> steps = new ArrayList<>();
    for (String part : text.isEmpty() ? new String[0] : text.split("\\.", -1)) {
      String name = part;
      int each = 0;
      while (name.endsWith(EACH)) {
        name = name.substring(0, name.length() - EACH.length());
        each++;
      }
      if (name.isEmpty() && (each == 0 || !steps.isEmpty())) {
        throw new IllegalArgumentException("'" + text + "' has an empty step");
      }
      if (name.indexOf('[') >= 0 || name.indexOf(']') >= 0) {
        throw new IllegalArgumentException("'" + text + "' has a bracket that is not '[]'");
      }
      if (!name.isEmpty()) {
        steps.add(name);
      }
      for (int i = 0; i < each; i++) {
        steps.add(EACH);
      }
    }
    return new RecordsPath(text, steps);
  }

  int depth() {
    return steps.size();
  }

  boolean isEach(int step) {
    return steps.get(step).equals(EACH);
  }

  String name(int step) {
    return steps.get(step);
  }

  @Override
  public String toString() {
    return text;
  }
}
