package io.windsock.feeds.spi;

import java.time.zone.ZoneRules;
import org.jspecify.annotations.Nullable;

/**
 * The time zones of named places. The provider's name is the kind of place in a mapping: <code>
 * {airport: COLUMN}</code>. Found by {@link java.util.ServiceLoader}, like {@link InputFormat}.
 * Thread-safe.
 */
public interface ZoneLookup extends Provider {
  /** Returns the rules of the place's time zone; null for an unknown place. */
  @Nullable ZoneRules find(String place);
}
