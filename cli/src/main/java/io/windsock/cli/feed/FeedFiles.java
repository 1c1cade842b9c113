package io.windsock.cli.feed;

import io.windsock.contracts.config.Failure;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.FaultSink;
import io.windsock.feeds.FeedRequest;
import io.windsock.feeds.recorded.Feeds;
import io.windsock.feeds.recorded.RecordedFeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A feed that is read from recorded files.
 *
 * @param files paths, or {@code -} for standard input
 * @param mappings names of shipped mappings or paths of mapping files; may be empty
 */
public record FeedFiles(List<String> files, List<String> mappings) {
  /** Copies the lists. */
  public FeedFiles {
    files = List.copyOf(files);
    mappings = List.copyOf(mappings);
  }

  /**
   * Opens the files, merged by event time.
   *
   * @throws io.windsock.contracts.config.ConfigurationException with every fault found
   */
  public RecordedFeed open(Catalogue catalogue, FaultSink faults) throws IOException {
    FeedRequest request = FeedRequest.of(catalogue, files);
    return Feeds.open(request.withMappings(mappings).withFaults(faults));
  }

  /** Returns what distinguishes these files from others: names, sizes and modification times. */
  public String fingerprint() {
    List<String> parts = new ArrayList<>();
    for (String file : files) {
      parts.add(file.equals("-") ? "standard input" : describe(Path.of(file)));
    }
    return String.join(" + ", parts) + (mappings.isEmpty() ? "" : " by " + mappings);
  }

  private static String describe(Path file) {
    try {
      return file.toAbsolutePath().normalize()
          + " ("
          + Files.size(file)
          + " bytes, "
          + Files.getLastModifiedTime(file)
          + ")";
    } catch (IOException e) {
      throw new Failure("there is no feed '" + file + "': name a file that can be read", e);
    }
  }
}
