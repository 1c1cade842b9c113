package io.windsock.site.http.sse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The filters that have clients. The hub's thread owns it. */
final class Feeds {
  private final int shards;
  private final List<Map<String, Feed>> byGroup = new ArrayList<>();
  private final Map<String, Feed> byKey = new HashMap<>();
  private final Set<Feed> touched = new LinkedHashSet<>();

  Feeds(int views, int shards) {
    this.shards = shards;
    for (int view = 0; view < views; view++) {
      byGroup.add(new HashMap<>());
    }
  }

  /** A client comes (1) or goes (-1). */
  void count(Filter filter, int shard, int change) {
    Map<String, Feed> among = filter.key() == null ? byGroup.get(filter.view()) : byKey;
    String name = filter.key() == null ? filter.group() : filter.key();
    Feed feed = among.computeIfAbsent(name, n -> new Feed(filter, shards));
    if (!feed.count(shard, change)) {
      among.remove(name);
    }
  }

  /** Whether anybody is interested in any group of {@code view}. */
  boolean watches(int view) {
    return !byGroup.get(view).isEmpty();
  }

  @Nullable Feed ofView(int view, String group) {
    return byGroup.get(view).get(group);
  }

  @Nullable Feed ofKey(String key) {
    return byKey.isEmpty() ? null : byKey.get(key);
  }

  /** The feed has events of this round. */
  void touched(Feed feed) {
    touched.add(feed);
  }

  /** The chunks of the round for the clients of each shard, which may have none. */
  List<Map<Filter, List<Chunk>>> take(Mark endOfRound) {
    List<Map<Filter, List<Chunk>>> byShard = new ArrayList<>();
    for (int shard = 0; shard < shards; shard++) {
      byShard.add(new HashMap<>());
    }
    for (Feed feed : touched) {
      List<Chunk> chunks = feed.take(endOfRound);
      for (int shard = 0; shard < shards; shard++) {
        if (feed.clients(shard) > 0) {
          byShard.get(shard).put(feed.filter(), chunks);
        }
      }
    }
    touched.clear();
    return byShard;
  }

  /** Forgets the round's events. */
  void clear() {
    for (Feed feed : touched) {
      feed.clear();
    }
    touched.clear();
  }
}
