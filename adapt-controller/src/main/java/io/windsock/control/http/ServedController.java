package io.windsock.control.http;

import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.monitor.Heard;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the HTTP server needs of the controller that it serves. Any thread may call it; nothing of
 * it waits. What it gives is not changed afterwards.
 */
public interface ServedController {
  /** The controller's name, as operators see it. */
  String name();

  /** Whether it is the one that decides. */
  Standing standing();

  /** Further base URLs by which it is called, behind a proxy say, and whose pages may use it. */
  List<String> urls();

  /** The parameters in force; null while none are known. */
  @Nullable Parameters parameters();

  /** The latest decisions, newest first; at most {@code limit}. */
  List<Decision> decisions(int limit);

  /** The latest sample of each site that is heard of. */
  List<Heard<SiteSample>> sites();

  /** The latest sample of each instance of the topology that is heard of. */
  List<Heard<TopologySample>> topologies();

  /** The latest commit point of each output topic. */
  List<CommitPoint> commitPoints();

  /** The mirroring API. */
  MirroringCalls mirroring();

  /**
   * Where a controller stands among those that there are.
   *
   * @param ready whether it follows the control topic, so that what it tells is so
   * @param active whether it is the one that decides; changes are refused by the others
   * @param detail the same in words: for what it waits, or since when it is active
   */
  record Standing(boolean ready, boolean active, String detail) {}
}
