package io.windsock.evaluation.link;

import io.windsock.evaluation.link.copier.LinkOrder;
import io.windsock.evaluation.link.copier.LinkOrder.Batching;
import io.windsock.link.stage.Codec;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to make batches, over a line.
 *
 * @param batching adaptive or fixed
 * @param intervalMs the first interval, or the fixed one, ms
 */
record FreshnessSetting(Batching batching, int intervalMs, LongLine line) {
  private static final int[] FIXED_MS = {5, 20, 80, 320};

  /** Returns the settings over a line, the adaptive one first. */
  static List<FreshnessSetting> over(LongLine line) {
    List<FreshnessSetting> settings = new ArrayList<>();
    settings.add(
        new FreshnessSetting(Batching.ADAPTIVE, LinkOrder.Setting.PAPER_INTERVAL_MS, line));
    for (int ms : FIXED_MS) {
      settings.add(new FreshnessSetting(Batching.FIXED, ms, line));
    }
    return settings;
  }

  static FreshnessSetting of(String text) {
    return LongLine.all().stream()
        .flatMap(line -> over(line).stream())
        .filter(setting -> setting.text().equals(text))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no setting is named " + text));
  }

  boolean adaptive() {
    return batching == Batching.ADAPTIVE;
  }

  /** Returns the name in tables: how batches are made, then the line. */
  String text() {
    return (adaptive() ? "adaptive" : "fixed " + intervalMs + " ms") + " over " + line.text();
  }

  /**
   * Returns how the link copies: encrypted, and not compressed, so that a load is one of the line.
   */
  LinkOrder.Setting link() {
    return LinkOrder.Setting.standard().with(Codec.PLAIN, true).with(batching, intervalMs);
  }
}
