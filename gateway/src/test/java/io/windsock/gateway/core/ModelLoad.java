package io.windsock.gateway.core;

import io.windsock.contracts.query.Question.Kind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The calls pending and the kinds above the high watermark, as the model of the checker has it. */
final class ModelLoad {
  private final CoreSettings settings;
  private final Map<Kind, Integer> pending = new EnumMap<>(Kind.class);
  private final Set<Kind> above = EnumSet.noneOf(Kind.class);

  ModelLoad(CoreSettings settings) {
    this.settings = settings;
  }

  private CoreSettings.Limits limits(Kind kind) {
    return kind == Kind.KEY ? settings.keys() : settings.views();
  }

  void count(Kind kind, int by) {
    int now = pending.merge(kind, by, Integer::sum);
    if (now >= limits(kind).high()) {
      above.add(kind);
    } else if (now <= limits(kind).low()) {
      above.remove(kind);
    }
  }

  boolean isAbove(Kind kind) {
    return above.contains(kind);
  }

  int pending(Kind kind) {
    return pending.getOrDefault(kind, 0);
  }

  int high(Kind kind) {
    return limits(kind).high();
  }
}
