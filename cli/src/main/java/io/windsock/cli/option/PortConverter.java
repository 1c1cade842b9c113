package io.windsock.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a port number; 0 means any free port. */
public final class PortConverter implements ITypeConverter<Integer> {
  /** The highest port number. */
  public static final int MAX_PORT = 65_535;

  @Override
  public Integer convert(String text) {
    int port;
    try {
      port = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not an int");
    }
    if (port < 0 || port > MAX_PORT) {
      throw new TypeConversionException(
          port + " is not a port; choose one from 1 to " + MAX_PORT + ", or 0 for any free one");
    }
    return port;
  }
}
