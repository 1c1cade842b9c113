package io.windsock.site.status;

import io.windsock.contracts.topic.Topics;
import java.util.Locale;

/** What a site is for, and so which output it follows. */
public enum SiteRole {
  /** Serves regular clients every forwarded update. */
  CENTRAL {
    @Override
    public String topic(Topics topics) {
      return topics.forward();
    }
  },
  /** Serves initial state, fed by what the rules let through. */
  MIRROR {
    @Override
    public String topic(Topics topics) {
      return topics.mirror();
    }
  };

  /** The output topic that a site of this role follows. */
  public abstract String topic(Topics topics);

  /** The role as people write it: {@code central}, {@code mirror}. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
