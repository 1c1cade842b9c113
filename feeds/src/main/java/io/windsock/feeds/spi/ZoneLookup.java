package io.windsock.feeds.spi;

import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * Time zones of named places; its name is what such a place is called in a mapping: <code>
 * {airport: COLUMN}</code>. Found by {@link java.util.ServiceLoader}, as {@link InputFormat} is.
 * For all threads.
 */
public interface ZoneLookup extends Provider {
  /** The rules that the place's clocks follow; null for a place that is not known. */
  @Nullable ZoneRules find(String place);
}
