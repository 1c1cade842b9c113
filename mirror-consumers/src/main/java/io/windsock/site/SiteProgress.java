package io.windsock.site;

import io.windsock.contracts.position.Token;
import io.windsock.platform.time.Clocks;
import io.windsock.site.apply.ApplyLoop;
import io.windsock.site.disk.DiskFault;
import io.windsock.site.progress.Progress;
import io.windsock.site.progress.SitePhase;
import io.windsock.site.progress.Stall;
import io.windsock.site.state.SiteState;
import io.windsock.site.state.form.AppliedMarker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A site's progress: that of its apply loop, that of joining while another site's snapshot is
 * loaded, or the fault of its files if they have one. A site that has caught up is live once it has
 * rehearsed. Any thread may use it.
 */
final class SiteProgress {
  private final ApplyLoop loop;
  private final SiteState state;
  private final Clocks clock;
  private final BooleanSupplier rehearsed;
  private volatile @Nullable Joining joining;
  private volatile @Nullable String stopped;
  private volatile @Nullable DiskFault rebuilding;
  private volatile @Nullable Stall disk;

  private record Joining(String detail, @Nullable Token snapshot) {}

  /**
   * Creates the progress.
   *
   * @param rehearsed whether the site may serve once it has caught up
   */
  SiteProgress(ApplyLoop loop, SiteState state, Clocks clock, BooleanSupplier rehearsed) {
    this.loop = loop;
    this.state = state;
    this.clock = clock;
    this.rehearsed = rehearsed;
  }

  /** Marks the site as stopped: it is no longer being repaired, for this reason. */
  void stopped(String reason) {
    stopped = reason;
  }

  /** Sets the stall of a disk that does not respond; null if it responds. */
  void disk(@Nullable Stall stall) {
    disk = stall;
  }

  /** Reports that the state is being rebuilt because the last one had this fault. */
  void rebuilding(DiskFault fault) {
    rebuilding = fault;
  }

  /**
   * Reports that the site is loading another site's snapshot, or looking for one.
   *
   * @param snapshot the position past which the log must not be trimmed, that of the snapshot being
   *     loaded; null if none was found yet
   */
  void joining(String detail, @Nullable Token snapshot) {
    joining = new Joining(detail, snapshot);
  }

  Progress now() {
    Joining now = joining;
    DiskFault fault = state.fault();
    String end = stopped;
    Stall hung = disk;
    Progress progress = loop.progress();
    if (end != null) {
      return at(SitePhase.STOPPED, end, progress);
    }
    if (fault != null) {
      String detail = now == null ? describe(fault) : describe(fault) + "; " + now.detail();
      return at(SitePhase.REPAIRING, detail, progress);
    }
    if (progress.phase() == SitePhase.STOPPED) {
      return progress;
    }
    if (now != null) {
      return at(SitePhase.JOINING, because(now.detail() + cause(progress)), progress);
    }
    if (progress.phase() == SitePhase.LIVE && !rehearsed.getAsBoolean()) {
      return at(SitePhase.CATCHING_UP, "has caught up and rehearses calls", progress);
    }
    if (hung != null && progress.phase() == SitePhase.LIVE && progress.ready().cutOff() == 0) {
      return hung.holdingUp(progress, clock);
    }
    return progress.phase() == SitePhase.CATCHING_UP
        ? at(SitePhase.CATCHING_UP, because(progress.detail()), progress)
        : progress;
  }

  /** Why the site joins. */
  private static String cause(Progress loop) {
    return loop.phase() == SitePhase.JOINING ? "; " + loop.detail() : "";
  }

  private static Progress at(SitePhase phase, String detail, Progress progress) {
    double rate = phase == SitePhase.CATCHING_UP ? progress.eventsPerSecond() : 0;
    return new Progress(phase, detail, progress.ready(), progress.applied(), rate);
  }

  private String because(String detail) {
    DiskFault fault = rebuilding;
    if (fault == null) {
      return detail;
    }
    String what = fault.damaged() ? "which was damaged" : "which the log contradicts";
    return detail + "; rebuilds its state, " + what + ": " + fault.reason();
  }

  private static String describe(DiskFault fault) {
    return switch (fault.kind()) {
          case DAMAGED -> "its state is damaged and is being rebuilt: ";
          case DIVERGENT -> "the log diverged from its state, which is being rebuilt: ";
          case INCOMPLETE -> "its state is incomplete, and is being rebuilt: ";
          case UNWRITABLE -> "its disk cannot be written; the site continues when it can: ";
        }
        + fault.reason();
  }

  /** Offsets applied since the checkpoint, over all partitions. */
  long uncommitted() {
    return loop.progress().ready().uncommitted(loop.checkpoint());
  }

  /**
   * By partition, the position up to which the log is no longer needed: the committed markers or,
   * while a snapshot is being loaded, its position. The log must not be trimmed past it.
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
