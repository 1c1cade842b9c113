package io.windsock.feeds;

import io.windsock.contracts.schema.Catalogue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which feed to read, and how. Immutable.
 *
 * @param catalogue the types of the events
 * @param files the files, merged by event time; at least one
 * @param mappings names of shipped mappings, or paths of YAML files, of which each file without one
 *     of its own takes the first that fits it; where none fits, and where there are none, the
 *     shipped ones are tried
 * @param faults where records go that can't be used
 * @param limits bounds of what reading may use
 */
public record FeedRequest(
    Catalogue catalogue,
    List<File> files,
    List<String> mappings,
    FaultSink faults,
    FeedLimits limits) {

  /**
   * One file of a feed.
   *
   * @param name its path, or {@code -} for standard input
   * @param mapping the mapping that it has to fit; null: see {@link FeedRequest#mappings}
   */
  public record File(String name, @Nullable String mapping) {}

  /** Copies the lists. */
  public FeedRequest {
    if (files.isEmpty()) {
      throw new IllegalArgumentException("a feed of no files");
    }
    files = List.copyOf(files);
    mappings = List.copyOf(mappings);
  }

  /** Files of known formats or shipped mappings; faults are counted and reported nowhere. */
  public static FeedRequest of(Catalogue catalogue, List<String> files) {
    List<File> named = new ArrayList<>();
    for (String file : files) {
      named.add(new File(file, null));
    }
    return new FeedRequest(catalogue, named, List.of(), fault -> {}, FeedLimits.standard());
  }

  /** The same with these mappings to choose from. */
  public FeedRequest withMappings(List<String> newMappings) {
    return new FeedRequest(catalogue, files, newMappings, faults, limits);
  }

  /** The same with another place for faults. */
  public FeedRequest withFaults(FaultSink newFaults) {
    return new FeedRequest(catalogue, files, mappings, newFaults, limits);
  }

  /** The same with other bounds. */
  public FeedRequest withLimits(FeedLimits newLimits) {
    return new FeedRequest(catalogue, files, mappings, faults, newLimits);
  }
}
