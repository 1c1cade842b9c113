package io.windsock.site.subscribe;

import io.windsock.site.event.Chunk;
import io.windsock.site.event.Mark;
import io.windsock.site.query.Filter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The filters that have clients. Owned by the hub's thread. */
final class FilterChannels {
  private final int audiences;
  private final List<Map<String, FilterChannel>> byGroup = new ArrayList<>();
  private final Map<String, FilterChannel> byKey = new HashMap<>();
  private final Set<FilterChannel> touched = new LinkedHashSet<>();

  FilterChannels(int views, int audiences) {
    this.audiences = audiences;
    for (int view = 0; view < views; view++) {
      byGroup.add(new HashMap<>());
    }
  }

  /** Adds {@code change} (1 or -1) to the number of a filter's clients. */
  void count(Filter filter, int audience, int change) {
    Map<String, FilterChannel> among = filter.key() == null ? byGroup.get(filter.view()) : byKey;
    String name = filter.key() == null ? filter.group() : filter.key();
    FilterChannel channel = among.computeIfAbsent(name, n -> new FilterChannel(filter, audiences));
    if (!channel.count(audience, change)) {
      among.remove(name);
    }
  }

  /** Whether a client follows any group of {@code view}. */
  boolean watches(int view) {
    return !byGroup.get(view).isEmpty();
  }

  @Nullable FilterChannel ofView(int view, String group) {
    return byGroup.get(view).get(group);
  }

  @Nullable FilterChannel ofKey(String key) {
    return byKey.isEmpty() ? null : byKey.get(key);
  }

  /** Marks a channel as having events of this round. */
  void touched(FilterChannel channel) {
    touched.add(channel);
  }

  /** The round's chunks for the clients of each audience; may be empty. */
  List<Map<Filter, List<Chunk>>> take(Mark endOfRound) {
    List<Map<Filter, List<Chunk>>> byAudience = new ArrayList<>();
    for (int audience = 0; audience < audiences; audience++) {
      byAudience.add(new HashMap<>());
    }
    for (FilterChannel channel : touched) {
      List<Chunk> chunks = channel.take(endOfRound);
      for (int audience = 0; audience < audiences; audience++) {
        if (channel.clients(audience) > 0) {
          byAudience.get(audience).put(channel.filter(), chunks);
        }
      }
    }
    touched.clear();
    return byAudience;
  }

  /** Discards the round's events. */
  void clear() {
    for (FilterChannel channel : touched) {
      channel.clear();
    }
    touched.clear();
  }
}
