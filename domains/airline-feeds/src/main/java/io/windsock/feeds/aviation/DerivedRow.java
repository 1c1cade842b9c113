package io.windsock.feeds.aviation;

import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Numbers;
import io.windsock.feeds.row.Row;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of computed values. Values are set by column, an index into the format's list of fields,
 * and read by the numbers that the mapping assigned to the fields it uses.
 */
public final class DerivedRow implements Row {
  private final List<String> fields;
  private final int[] columns;
  private final @Nullable String[] texts;
  private final double[] numbers;

  public DerivedRow(List<String> fields, List<String> wanted) {
    this.fields = fields;
    this.columns = wanted.stream().mapToInt(fields::indexOf).toArray();
    this.texts = new String[fields.size()];
    this.numbers = new double[fields.size()];
    clear();
  }

  void clear() {
    Arrays.fill(texts, null);
    Arrays.fill(numbers, Double.NaN);
  }

  /** Sets a text; null or empty: no value. */
  public void set(int column, @Nullable String text) {
    texts[column] = text == null || text.isEmpty() ? null : text;
  }

  /** Sets a number; NaN: no value. */
  public void set(int column, double number) {
    numbers[column] = number;
  }

  /** Sets an integer, exact up to 2^53. */
  public void set(int column, long number) {
    numbers[column] = (double) number;
  }

  /** Sets a boolean. */
  public void set(int column, boolean value) {
    texts[column] = value ? "true" : "false";
  }

  @Override
  public boolean absent(int field) {
    int column = columns[field];
    return texts[column] == null && Double.isNaN(numbers[column]);
  }

  @Override
  public String text(int field) {
    int column = columns[field];
    String text = texts[column];
    if (text != null) {
      return text;
    }
    double number = numbers[column];
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }

  @Override
  public double number(int field) throws BadValueException {
    int column = columns[field];
    String text = texts[column];
    double number = text == null ? numbers[column] : Numbers.parse(text);
    if (Double.isNaN(number)) {
      throw BadValueException.of(fields.get(column), text(field), "is not a number");
    }
    return number;
  }

  @Override
  public long integer(int field) throws BadValueException {
    double number = number(field);
    if (number != Math.rint(number)) {
      throw BadValueException.of(fields.get(columns[field]), text(field), "is not a whole number");
    }
    return (long) number;
  }
}
