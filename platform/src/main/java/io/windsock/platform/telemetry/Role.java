package io.windsock.platform.telemetry;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The role of a long-running process, which determines its metrics. */
public enum Role {
  /** An instance of the Kafka Streams application. */
  TOPOLOGY,
  /** A site, central or mirror. */
  SITE,
  /** A controller, active or waiting. */
  CONTROLLER,
  /** A gateway between requesters and sites. */
  GATEWAY,
  /** The sender of a link to another cluster. */
  LINK_SENDER,
  /** The receiver of such links. */
  LINK_RECEIVER,
  /** A replayer of recorded feeds. */
  REPLAY;

  /** All roles. */
  static final Set<Role> EVERY = Set.copyOf(EnumSet.allOf(Role.class));

  /** The roles whose streams clients subscribe to. */
  static final Set<Role> STREAMING = Set.of(SITE, CONTROLLER);

  /** Both sides of a link. */
  static final Set<Role> LINKS = Set.of(LINK_SENDER, LINK_RECEIVER);

  /** Returns the name used in commands. */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
