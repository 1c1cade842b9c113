package io.windsock.cli.option;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses brokers: {@code HOST:PORT}, several separated by commas; IPv6 addresses in brackets. */
public final class BrokersConverter implements ITypeConverter<String> {
  // Kafka's clients accept a leading protocol too.
  private static final Pattern BROKER =
      Pattern.compile("([A-Za-z0-9_]+://)?(\\[[0-9A-Fa-f:.%]+]|[A-Za-z0-9._%-]+):(\\d{1,5})");

  @Override
  public String convert(String text) {
    for (String broker : text.split(",", -1)) {
      Matcher parts = BROKER.matcher(broker.strip());
      if (!parts.matches() || Integer.parseInt(parts.group(3)) > PortConverter.MAX_PORT) {
        throw new TypeConversionException(
            "'" + broker.strip() + "' is not HOST:PORT; name brokers as 127.0.0.1:9092,kafka:9092");
      }
    }
    return text;
  }
}
