package io.windsock.platform.telemetry;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What a long-running process is in Windsock, and so which metrics it has. */
public enum Role {
  /** An instance of the Kafka Streams application. */
  TOPOLOGY,
  /** A site, central or mirror. */
  SITE,
  /** A controller, active or waiting. */
  CONTROLLER,
  /** A replayer of recorded feeds. */
  REPLAY;

  /** All of them. */
  static final Set<Role> EVERY = Set.copyOf(EnumSet.allOf(Role.class));

  /** Those that clients subscribe to. */
  static final Set<Role> STREAMING = Set.of(SITE, CONTROLLER);

  /** Its name, as in commands. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
