package io.windsock.cli.run;

import io.windsock.site.state.Rebuild;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code never}, {@code if-unusable} or {@code always}. */
final class RebuildConverter implements ITypeConverter<Rebuild> {
  @Override
  public Rebuild convert(String text) {
    try {
      return Rebuild.valueOf(text.toUpperCase(Locale.ROOT).replace('-', '_'));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("'" + text + "' is none of never, if-unusable, always");
    }
  }
}
