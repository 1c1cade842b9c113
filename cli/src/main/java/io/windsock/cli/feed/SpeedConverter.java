package io.windsock.cli.feed;

import io.windsock.feeds.replay.time.Speed;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code x60} or {@code max}. */
public final class SpeedConverter implements ITypeConverter<Speed> {
  @Override
  public Speed convert(String text) {
    try {
      return Speed.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
