package io.windsock.site;

import io.windsock.site.apply.Progress;
import io.windsock.site.apply.ReadyQueue;
import io.windsock.site.apply.SitePhase;
import io.windsock.site.apply.SiteStatus;

/** Why there is no running site, and what the last one said of itself. */
record Without(Progress progress, SiteStatus last) {
  static Without of(SiteStatus last, SitePhase phase, String detail) {
    ReadyQueue unknown = ReadyQueue.unknown(last.token().partitions());
    return new Without(new Progress(phase, detail, unknown, last.eventsApplied(), 0), last);
  }
}
