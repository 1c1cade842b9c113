package io.windsock.evaluation.link;

import io.windsock.evaluation.link.copier.LinkOrder;
import io.windsock.link.stage.Codec;
import java.util.Arrays;

/** What is compared in {@link LinkMirrorMaker}. */
enum CopyCandidate {
  /** MirrorMaker 2 without settings of its own. */
  MAKER_DEFAULT("MirrorMaker 2, default"),
  /** MirrorMaker 2 as its documentation advises for high volumes. */
  MAKER_TUNED("MirrorMaker 2, tuned"),
  /** A link with zstd, AES-GCM and TLS. */
  LINK_SECURE("link, compressed and encrypted"),
  /** A link without any of them. */
  LINK_PLAIN("link, plain");

  private final String text;

  CopyCandidate(String text) {
    this.text = text;
  }

  /** Returns the name in tables. */
  String text() {
    return text;
  }

  static CopyCandidate of(String text) {
    return Arrays.stream(values()).filter(it -> it.text.equals(text)).findFirst().orElseThrow();
  }

  boolean isMaker() {
    return this == MAKER_DEFAULT || this == MAKER_TUNED;
  }

  /** Returns how the link copies; not for MirrorMaker. */
  LinkOrder.Setting setting() {
    LinkOrder.Setting standard = LinkOrder.Setting.standard();
    return this == LINK_PLAIN ? standard.with(Codec.PLAIN, false) : standard;
  }
}
