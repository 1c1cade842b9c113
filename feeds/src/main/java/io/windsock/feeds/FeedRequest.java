package io.windsock.feeds;

import io.windsock.contracts.schema.Catalogue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Specifies which feed to read and how. Immutable.
 *
 * @param catalogue the catalogue of the events
 * @param files the files, merged by event time; at least one
 * @param mappings names of shipped mappings, or paths of YAML files. A file without a mapping of
 *     its own uses the first that fits; if none fits or the list is empty, the shipped mappings are
 *     tried
 * @param faults receives the records that can't be used
 * @param limits bounds on the resources for reading
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
   * @param name the file's path, or {@code -} for standard input
   * @param mapping the mapping that the file must fit; null: see {@link FeedRequest#mappings}
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

  /**
   * Creates a request for files of known formats or shipped mappings; faults are counted but not
   * reported.
   */
  public static FeedRequest of(Catalogue catalogue, List<String> files) {
    List<File> named = new ArrayList<>();
    for (String file : files) {
      named.add(new File(file, null));
    }
    return new FeedRequest(catalogue, named, List.of(), fault -> {}, FeedLimits.standard());
  }

  /** Returns the same request with these mappings. */
  public FeedRequest withMappings(List<String> newMappings) {
    return new FeedRequest(catalogue, files, newMappings, faults, limits);
  }

  /** Returns the same request with another fault sink. */
  public FeedRequest withFaults(FaultSink newFaults) {
    return new FeedRequest(catalogue, files, mappings, newFaults, limits);
  }
}
