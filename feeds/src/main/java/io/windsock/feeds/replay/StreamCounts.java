package io.windsock.feeds.replay;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts the events sent per stream. Updated by one thread, read by any. */
final class StreamCounts {
  private final List<String> streams = new ArrayList<>();
  // By ordinal of the type, the index of its stream; unused for types without a stream.
  private final int[] places;
  private final AtomicLongArray counts;

  StreamCounts(Catalogue catalogue) {
    places = new int[catalogue.types().size()];
    for (EventType type : catalogue.types()) {
      String stream = type.stream();
      if (stream != null) {
        if (!streams.contains(stream)) {
          streams.add(stream);
        }
        places[type.ordinal()] = streams.indexOf(stream);
      }
    }
    counts = new AtomicLongArray(streams.size());
  }

  void sent(EventType type) {
    int place = places[type.ordinal()];
    counts.lazySet(place, counts.getPlain(place) + 1);
  }

  /** Returns the counts by stream name, including streams with none sent. */
  Map<String, Long> all() {
    Map<String, Long> all = new LinkedHashMap<>();
    for (int place = 0; place < streams.size(); place++) {
      all.put(streams.get(place), counts.get(place));
    }
    return all;
  }
}
