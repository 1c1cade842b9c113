package io.windsock.cli.run;

import io.windsock.site.join.JoinFrom;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code log}, {@code snapshot} or {@code auto}. */
final class JoinFromConverter implements ITypeConverter<JoinFrom> {
  @Override
  public JoinFrom convert(String text) {
    try {
      return JoinFrom.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + text + "' is none of log, snapshot, auto");
    }
  }
}
