package io.windsock.cli.option;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a duration with its unit: {@code 500ms}, {@code 20s}, {@code 1.5m}, {@code 1h}. */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)(ms|s|m|h)");

  @Override
  public Duration convert(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration; write it with its unit, such as 500ms, 20s, 5m or 1h");
    }
    double unitMs =
        switch (form.group(2)) {
          case "ms" -> 1;
          case "s" -> 1e3;
          case "m" -> 60e3;
          default -> 3_600e3;
        };
    return Duration.ofMillis(Math.round(Double.parseDouble(form.group(1)) * unitMs));
  }
}
