package io.windsock.feeds.replay;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.EventType;
import io.windsock.feeds.FeedEvent;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedStats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** A feed of a few events, made by hand. */
final class ListFeed implements FeedSource {
  static final Catalogue AIRLINE = Catalogue.builtIn("airline");

  private final List<FeedEvent> events = new ArrayList<>();
  private final EventCodec codec = new EventCodec(AIRLINE);
  private int failsAfter = Integer.MAX_VALUE;

  /** A position of {@code key} at {@code timeMs}. */
  ListFeed position(String key, long timeMs) {
    EventType type = AIRLINE.type("FlightPosition");
    GenericRecord record = new GenericData.Record(type.current().schema());
    record.put("eventTime", timeMs);
    record.put("latitude", 51.5);
    record.put("longitude", -0.5);
    events.add(new FeedEvent(type, key, timeMs, codec.encode(type, record)));
    return this;
  }

  /** A status of {@code key} at {@code timeMs}, scheduled to arrive at {@code arrivalMs}. */
  ListFeed status(String key, long timeMs, long arrivalMs) {
    EventType type = AIRLINE.type("FlightStatus");
    GenericRecord record = new GenericData.Record(type.current().schema());
    record.put("eventTime", timeMs);
    record.put(
        "status",
        new GenericData.EnumSymbol(type.current().schema().getField("status").schema(), "OFF"));
    record.put("flightNumber", "BA1");
    record.put("scheduledArrival", arrivalMs);
    events.add(new FeedEvent(type, key, timeMs, codec.encode(type, record)));
    return this;
  }

  /** Any event. */
  ListFeed event(FeedEvent event) {
    events.add(event);
    return this;
  }

  /** Reading fails after so many events. */
  ListFeed failingAfter(int count) {
    failsAfter = count;
    return this;
  }

  @Override
  public FeedReader open() {
    return new FeedReader() {
      private int next;

      @Override
      public @Nullable FeedEvent next() throws IOException {
        if (next == failsAfter) {
          throw new IOException("feed.csv: connection lost");
        }
        return next < events.size() ? events.get(next++) : null;
      }

      @Override
      public FeedStats stats() {
        double progress = (double) next / events.size();
        return new FeedStats(next, next, 0, 0, 0, next, progress);
      }

      @Override
      public void close() {}
    };
  }
}
