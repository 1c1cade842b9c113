package io.windsock.site;

import io.windsock.site.progress.Progress;
import io.windsock.site.progress.ReadyQueue;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.status.SiteStatus;

/** The progress reported while no site is running, and the last running site's status. */
record Without(Progress progress, SiteStatus last) {
  static Without of(SiteStatus last, SitePhase phase, String detail) {
    ReadyQueue unknown = ReadyQueue.unknown(last.token().partitions());
    return new Without(new Progress(phase, detail, unknown, last.eventsApplied(), 0), last);
  }
}
