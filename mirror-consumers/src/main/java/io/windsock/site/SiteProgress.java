package io.windsock.site;

import io.windsock.contracts.position.Token;
import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.apply.Progress;
import io.windsock.site.apply.SitePhase;
import io.windsock.site.state.AppliedMarker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a site is: as its apply loop says, or, while it loads another site's snapshot, as that
 * goes on. Any thread may use it.
 */
final class SiteProgress {
  private final ApplyLoop loop;
  private volatile @Nullable Joining joining;

  private record Joining(String detail, @Nullable Token snapshot) {}

  SiteProgress(ApplyLoop loop) {
    this.loop = loop;
  }

  /**
   * It is loading another site's snapshot, or looking for one.
   *
   * @param snapshot the position of the one being loaded; null: none yet
   */
  void joining(String detail, @Nullable Token snapshot) {
    joining = new Joining(detail, snapshot);
  }

  Progress now() {
    Joining now = joining;
    Progress progress = loop.progress();
    return now == null
        ? progress
        : new Progress(SitePhase.JOINING, now.detail(), progress.ready(), progress.applied(), 0);
  }

  /** Offsets of the log that it has applied since its checkpoint, of all partitions together. */
  long uncommitted() {
    return loop.progress().ready().uncommitted(loop.checkpoint());
  }

  /**
   * By partition, up to where the log is not needed any more: the markers committed, or the
   * snapshot that is being loaded, so that nobody trims the log past it.
   */
  List<AppliedMarker> checkpoint() {
    Joining now = joining;
    Token snapshot = now == null ? null : now.snapshot();
    if (snapshot == null) {
      return loop.checkpoint();
    }
    List<AppliedMarker> markers = new ArrayList<>();
    for (int p = 0; p < snapshot.partitions(); p++) {
      markers.add(AppliedMarker.at(snapshot.next(p)));
    }
    return markers;
  }
}
