package io.windsock.site.update;

import io.windsock.ede.view.ViewDefinition;
import io.windsock.site.state.StateWriter;
import io.windsock.site.state.form.Layout;
import java.util.List;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Keeps the view index consistent with the states. Owned by the apply thread. */
public final class ViewIndex {
  private final ViewDefinition[] views;
  private final StateWriter writer;

  public ViewIndex(List<ViewDefinition> views, StateWriter writer) {
    this.views = views.toArray(new ViewDefinition[0]);
    this.writer = writer;
  }

  int size() {
    return views.length;
  }

  /** The group of {@code state} in each view; null where it is not in the view. */
  public @Nullable String[] groups(GenericRecord state) {
    @Nullable String[] groups = new @Nullable String[views.length];
    for (int v = 0; v < views.length; v++) {
      groups[v] = views[v].group(state);
    }
    return groups;
  }

  /** The group of the key in each of RocksDB's views. */
  public @Nullable String[] storedGroups(KeyEntry entry) {
    @Nullable String[] groups = new @Nullable String[views.length];
    for (int v = 0; v < views.length; v++) {
      ViewPlace place = entry.places[v];
      groups[v] = place == null ? null : place.group();
    }
    return groups;
  }

  /** Records the places of a key that was just loaded. */
  void loaded(KeyEntry entry, GenericRecord state) {
    for (int v = 0; v < views.length; v++) {
      entry.places[v] = place(views[v], state);
    }
  }

  /** Updates the key's rows to match its state. */
  void write(KeyEntry entry, GenericRecord state) {
    byte[] key = entry.key.bytes();
    for (int v = 0; v < views.length; v++) {
      ViewPlace before = entry.places[v];
      ViewPlace now = place(views[v], state);
      if (ViewPlace.same(before, now)) {
        continue;
      }
      if (entry.movedFrom == null) {
        entry.movedFrom = storedGroups(entry);
      }
      if (before != null) {
        writer.removeView(row(v, before, key));
      }
      if (now != null) {
        writer.putView(row(v, now, key), key);
      }
      entry.places[v] = now;
    }
  }

  private byte[] row(int view, ViewPlace place, byte[] key) {
    return Layout.viewKey(views[view].name(), place.group(), place.orderKey(), key);
  }

  private static @Nullable ViewPlace place(ViewDefinition view, GenericRecord state) {
    String group = view.group(state);
    return group == null ? null : new ViewPlace(group, view.orderKey(state));
  }
}
