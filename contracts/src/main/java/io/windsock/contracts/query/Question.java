package io.windsock.contracts.query;

/** What a call asks for. Immutable. */
public sealed interface Question {
  /** Which limits and which queue a call falls under. */
  enum Kind {
    /** One key's state; served before initial state. */
    KEY,
    /** Initial state: the rows of a view. */
    VIEW
  }

  /** Returns the kind of call that asks this. */
  Kind kind();

  /**
   * The state of a key.
   *
   * @param key the key, not empty
   */
  record OfKey(String key) implements Question {
    @Override
    public Kind kind() {
      return Kind.KEY;
    }
  }

  /**
   * The rows of a view.
   *
   * @param view the view's name
   * @param group the value of the view's parameter; empty for a view without one
   * @param limit the most rows; {@link Integer#MAX_VALUE}: all
   */
  record OfView(String view, String group, int limit) implements Question {
    @Override
    public Kind kind() {
      return Kind.VIEW;
    }
  }
}
