package io.windsock.site.subscribe;

import io.micrometer.core.instrument.Counter;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.contracts.schema.UndecodableException;
import io.windsock.ede.DerivedEvent;
import io.windsock.ede.view.ViewDefinition;
import io.windsock.platform.http.message.ByteSink;
import io.windsock.platform.telemetry.Metric;
import io.windsock.platform.telemetry.Metrics;
import io.windsock.site.event.Event;
import io.windsock.site.event.Mark;
import io.windsock.site.event.SseText;
import io.windsock.site.serve.RowWriter;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.update.Update;
import io.windsock.site.update.UpdateBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the changes of a round, once for each kind of row that has clients, however many they
 * are. Owned by the hub's thread.
 */
@SuppressWarnings("ReferenceEquality") // an update is the newest one if it is the same object
final class UpdateEncoder {
  private static final byte[] NO_ID = {};

  private final FilterChannels channels;
  private final List<ViewDefinition> views;
  private final RowWriter writer;
  private final EventCodec codec;
  private final ByteSink out = new ByteSink();
  private final Counter encoded;

  // State of the current update.
  private final byte[] @Nullable [] rows;
  private byte @Nullable [] removal;
  private byte @Nullable [] id;
  private Mark mark;

  // State of the current batch.
  private long[] next = {};
  private long epoch;

  // The newest event time seen.
  private long timeMs;

  UpdateEncoder(ServedSite site, FilterChannels channels, Mark start, Metrics metrics) {
    this.channels = channels;
    views = site.definition().views();
    writer = new RowWriter(site.definition(), site.catalogue());
    codec = new EventCodec(site.catalogue());
    rows = new byte[views.size()][];
    mark = start;
    encoded = metrics.counter(Metric.SSE_ENCODED);
  }

  /** Passes the round's events to the channels. Returns the position after the round. */
  Mark encode(PendingBatches round) {
    if (round.isConflated()) {
      conflated(round);
    } else {
      for (UpdateBatch batch : round.batches()) {
        batch(batch);
      }
    }
    mark = new Mark(round.lastBatch(), round.token().toString(), timeMs);
    return mark;
  }

  private void batch(UpdateBatch batch) {
    next = batch.before().offsets();
    epoch = batch.before().epoch();
    for (int i = 0; i < batch.size(); i++) {
      Update update = batch.update(i);
      next[update.partition()] = update.offset() + 1;
      start(update);
      id = null;
      dispatch(update, update, batch.number());
    }
  }

  /**
   * Encodes conflated changes. They carry no ids, because they are not in log order and so none
   * marks a position.
   */
  private void conflated(PendingBatches round) {
    for (Change change : round.changes()) {
      start(change.update());
      id = NO_ID;
      for (Update earlier : change.earlier()) {
        dispatch(earlier, change.update(), change.batch());
      }
      dispatch(change.update(), change.update(), change.batch());
    }
  }

  private void start(Update update) {
    for (int view = 0; view < rows.length; view++) {
      rows[view] = null;
    }
    removal = null;
    timeMs = Math.max(timeMs, writer.timeMs(update.state()));
  }

  /** Sends {@code update} to its channels; {@code newest} has the key's latest state. */
  private void dispatch(Update update, Update newest, long batch) {
    for (int view = 0; view < rows.length; view++) {
      if (channels.watches(view)) {
        dispatch(view, update, newest, batch);
      }
    }
    FilterChannel channel = channels.ofKey(update.key());
    if (channel != null) {
      if (update == newest) {
        add(channel, row(channel.filter().view(), newest), newest.key(), batch);
      }
      derived(channel, update, batch);
    }
  }

  private void dispatch(int view, Update update, Update newest, long batch) {
    String before = update.groupBefore(view);
    String after = update.groupAfter(view);
    String now = newest.groupAfter(view);
    FilterChannel entered = update == newest && now != null ? channels.ofView(view, now) : null;
    if (entered != null) {
      add(entered, row(view, newest), newest.key(), batch);
    }
    FilterChannel left =
        before != null && !before.equals(now) ? channels.ofView(view, before) : null;
    if (left != null) {
      add(left, removal(newest), newest.key(), batch);
    }
    String about = after == null ? before : after;
    FilterChannel concerned = about == null ? null : channels.ofView(view, about);
    if (concerned != null) {
      derived(concerned, update, batch);
    }
  }

  private void derived(FilterChannel channel, Update update, long batch) {
    for (DerivedEvent event : update.derived()) {
      out.truncate(0);
      SseText.derived(out);
      try {
        writer.derived(out, update.key(), update.version(), codec.decode(event.value()));
      } catch (UndecodableException e) {
        throw new IllegalStateException("an event that this site derived can't be read", e);
      }
      out.write('\n');
      add(channel, out.bytes(), event.type().name() + '\0' + update.key(), batch);
    }
  }

  private void add(FilterChannel channel, byte[] payload, String key, long batch) {
    if (id == null) {
      String token = new Token(epoch, next).toString();
      id = SseText.ascii("id: " + token + "\n");
      mark = new Mark(batch, token, timeMs);
    }
    channel.add(new Event(key, payload, batch), id, mark);
    channels.touched(channel);
  }

  private byte[] row(int view, Update update) {
    byte[] row = rows[view];
    if (row == null) {
      out.truncate(0);
      SseText.update(out);
      writer.item(out, views.get(view), update.key(), update.state());
      out.write('\n');
      row = out.bytes();
      rows[view] = row;
      encoded.increment();
    }
    return row;
  }

  private byte[] removal(Update update) {
    byte[] known = removal;
    if (known == null) {
      out.truncate(0);
      SseText.remove(out);
      writer.removal(out, update.key(), update.version());
      out.write('\n');
      known = out.bytes();
      removal = known;
    }
    return known;
  }
}
