package io.windsock.site;

import io.windsock.site.progress.Progress;
import io.windsock.site.progress.ReadyQueue;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.status.SiteStatus;

/** Why there is no running site, and what the last one said of itself. */
record Without(Progress progress, SiteStatus last) {
  static Without of(SiteStatus last, SitePhase phase, String detail) {
    ReadyQueue unknown = ReadyQueue.unknown(last.token().partitions());
    return new Without(new Progress(phase, detail, unknown, last.eventsApplied(), 0), last);
  }
}
