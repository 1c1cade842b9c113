package io.windsock.site.status;

import io.windsock.contracts.topic.Topics;
import java.util.Locale;

/** The role of a site, which determines the output topic it follows. */
public enum SiteRole {
  /** Serves every forwarded update to regular clients. */
  CENTRAL {
    @Override
    public String topic(Topics topics) {
      return topics.forward();
    }
  },
  /** Serves initial state from the updates that the rules let through. */
  MIRROR {
    @Override
    public String topic(Topics topics) {
      return topics.mirror();
    }
  };

  /** The output topic that a site of this role follows. */
  public abstract String topic(Topics topics);

  /** The role as written in configuration: {@code central} or {@code mirror}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
