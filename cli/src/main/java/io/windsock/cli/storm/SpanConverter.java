package io.windsock.cli.storm;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 500ms}, {@code 2s}, {@code 1.5m}. */
public final class SpanConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(ms|s|m|h)");

  @Override
  public Duration convert(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new TypeConversionException("'" + text + "' is no time: give one as 500ms, 2s or 1m");
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
