package io.windsock.feeds.read;

/**
 * The fields of one record, by the number that the reader of the file was asked to give each of
 * them. Valid until the next record is read; owned by the thread that reads.
 */
public interface Row {
  /** Whether the record says nothing for this field: not there, null, empty, or a stated text. */
  boolean absent(int field);

  /**
   * The field as text; not to be asked for an absent one.
   *
   * @throws BadValueException if it is a structure, or not UTF-8
   */
  String text(int field) throws BadValueException;

  /**
   * The field as a finite number; not to be asked for an absent one.
   *
   * @throws BadValueException if it is none
   */
  double number(int field) throws BadValueException;

  /**
   * The field as a whole number, exactly; not to be asked for an absent one.
   *
   * @throws BadValueException if it is none, or does not fit
   */
  long integer(int field) throws BadValueException;

  /** The field as a finite number; NaN where it is absent. */
  default double numberIfAny(int field) throws BadValueException {
    return absent(field) ? Double.NaN : number(field);
  }

  /** The field as text without the blanks around it; empty where it is absent. */
  default String textIfAny(int field) throws BadValueException {
    return absent(field) ? "" : text(field).strip();
  }

  /** The whole number that the text of the field {@code name} is. */
  static long parseWhole(String name, String text) throws BadValueException {
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw BadValueException.of(name, text, "is not a whole number");
    }
  }
}
