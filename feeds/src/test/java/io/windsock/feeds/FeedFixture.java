package io.windsock.feeds;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.EventCodec;
import io.windsock.feeds.recorded.Feeds;
import io.windsock.feeds.recorded.RecordedFeed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.generic.GenericEnumSymbol;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Writes small files, reads them as feeds, and keeps what came of them. */
public final class FeedFixture {
  /** Read once: tests of random files read thousands of them. */
  private static final Catalogue AIRLINE = Catalogue.builtIn("airline");

  private final Path folder;
  private Catalogue catalogue = AIRLINE;
  private final List<FeedRequest.File> files = new ArrayList<>();
  private final List<String> mappings = new ArrayList<>();
  private FeedLimits limits = FeedLimits.standard();

  /** What the last reading gave. */
  public final List<FeedEvent> events = new ArrayList<>();

  /** The same events, decoded. */
  public final List<GenericRecord> records = new ArrayList<>();

  /** What the last reading could not use. */
  public final List<FeedFault> faults = new ArrayList<>();

  private FeedStats stats = FeedStats.NONE;
  private List<RecordedFeed.FileInfo> infos = List.of();

  /** Works in a temporary folder. */
  public FeedFixture(Path folder) {
    this.folder = folder;
  }

  public FeedFixture catalogue(Catalogue other) {
    catalogue = other;
    return this;
  }

  public FeedFixture limits(FeedLimits other) {
    limits = other;
    return this;
  }

  /** Adds a file of that text to the feed. */
  public FeedFixture file(String name, String text) {
    return file(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** Adds a file of those bytes to the feed. */
  public FeedFixture file(String name, byte[] bytes) {
    files.add(new FeedRequest.File(write(name, bytes), null));
    return this;
  }

  /** Adds a file that is there. */
  public FeedFixture file(Path path) {
    files.add(new FeedRequest.File(path.toString(), null));
    return this;
  }

  /** Writes a mapping and asks for it. */
  public FeedFixture mapping(String yaml) {
    mappings.add(
        write("mapping" + mappings.size() + ".yaml", yaml.getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  /** Asks for a shipped mapping. */
  public FeedFixture shipped(String name) {
    mappings.add(name);
    return this;
  }

  /** Writes a file that the feed does not hold. */
  public FeedFixture beside(String name, String text) {
    write(name, text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  private String write(String name, byte[] bytes) {
    try {
      return Files.write(folder.resolve(name), bytes).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The request for all this. */
  public FeedRequest request() {
    return new FeedRequest(catalogue, files, mappings, faults::add, limits);
  }

  /** Reads the feed to its end. */
  public FeedFixture read() throws Exception {
    EventCodec codec = new EventCodec(catalogue);
    try (RecordedFeed feed = Feeds.open(request())) {
      infos = feed.files();
      for (FeedEvent event = feed.next(); event != null; event = feed.next()) {
        events.add(event);
        records.add(codec.decode(event.value()));
      }
      stats = feed.stats();
    }
    return this;
  }

  public FeedStats stats() {
    return stats;
  }

  /** The mapping that was chosen for each file. */
  public List<String> chosen() {
    return infos.stream().map(RecordedFeed.FileInfo::mapping).toList();
  }

  /** A field of an event. */
  public @Nullable Object field(int event, String name) {
    Object value = records.get(event).get(name);
    return value instanceof CharSequence || value instanceof GenericEnumSymbol<?>
        ? value.toString()
        : value;
  }

  /** The reasons of the faults. */
  public List<String> reasons() {
    return faults.stream().map(FeedFault::reason).toList();
  }
}
