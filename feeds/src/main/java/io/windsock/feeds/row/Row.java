package io.windsock.feeds.row;

/**
 * The fields of one record, by the numbers that the reader's creator assigned to them. Valid until
 * the next record is read; owned by the reading thread.
 */
public interface Row {
  /**
   * Whether the record has no value for this field: missing, null, empty, or one of the absent
   * texts.
   */
  boolean absent(int field);

  /**
   * Returns the field as text; must not be called for an absent field.
   *
   * @throws BadValueException if the value is a structure or not UTF-8
   */
  String text(int field) throws BadValueException;

  /**
   * Returns the field as a finite number; must not be called for an absent field.
   *
   * @throws BadValueException if it is not a number
   */
  double number(int field) throws BadValueException;

  /**
   * Returns the field as an exact integer; must not be called for an absent field.
   *
   * @throws BadValueException if it is not an integer or out of range
   */
  long integer(int field) throws BadValueException;

  /** Returns the field as a finite number; NaN if it is absent. */
  default double numberIfAny(int field) throws BadValueException {
    return absent(field) ? Double.NaN : number(field);
  }

  /** Returns the field as text without surrounding blanks; empty if it is absent. */
  default String textIfAny(int field) throws BadValueException {
    return absent(field) ? "" : text(field).strip();
  }

  /** Parses the text of the field {@code name} as an integer. */
  static long parseWhole(String name, String text) throws BadValueException {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw BadValueException.of(name, text, "is not a whole number");
    }
  }
}
