package io.windsock.cli.capacity;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses an amount as people write large ones: {@code 50000}, {@code 50_000}, {@code 1e6}. */
public final class AmountConverter implements ITypeConverter<Double> {
  private static final Pattern FORM =
      Pattern.compile("[0-9]{1,3}(_[0-9]{3})+|[0-9]{1,18}(\\.[0-9]{1,9})?([eE][0-9]{1,2})?");

  @Override
  public Double convert(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not an amount; write it as 50000, 50_000, 0.5 or 1e6");
    }
    return Double.parseDouble(text.replace("_", ""));
  }
}
