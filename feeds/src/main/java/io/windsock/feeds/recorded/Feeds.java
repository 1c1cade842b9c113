package io.windsock.feeds.recorded;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.feeds.FeedReader;
import io.windsock.feeds.FeedRequest;
import io.windsock.feeds.input.Input;
import io.windsock.feeds.map.Mapping;
import io.windsock.feeds.map.SourceMapping;
import io.windsock.feeds.order.SortedFeed;
import io.windsock.feeds.read.AvroRows;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.record.EventFile;
import io.windsock.feeds.record.EventFileReader;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.row.Tally;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens recorded feeds. */
public final class Feeds {
  /** The {@link RecordedFeed.FileInfo#mapping} of an event file, which needs no mapping. */
  public static final String EVENTS = "events";

  private final FeedRequest request;
  private final List<Fault> faults = new ArrayList<>();
  private final Map<String, Mapping> loaded = new HashMap<>();
  private final List<RecordedFeed.OpenFile> files = new ArrayList<>();
  private @Nullable List<Mapping> shipped;
  private boolean wrongMapping;

  private Feeds(FeedRequest request) {
    this.request = request;
  }

  /**
   * Opens the files of a feed and detects how to read each.
   *
   * @throws ConfigurationException with every fault, if a file is missing or of unknown format, or
   *     a mapping is invalid
   * @throws IOException if a file can't be read
   */
  public static RecordedFeed open(FeedRequest request) throws IOException {
    Feeds feeds = new Feeds(request);
    try {
      for (FeedRequest.File file : request.files()) {
        feeds.open(file);
      }
    } catch (IOException | RuntimeException e) {
      feeds.closeAll();
      throw e;
    }
    if (!feeds.faults.isEmpty()) {
      feeds.closeAll();
      throw new ConfigurationException(feeds.faults);
    }
    return new RecordedFeed(feeds.files);
  }

  /**
   * Returns the mappings on the class path that fit a catalogue.
   *
   * @return the mappings in the order in which they are tried
   */
  public static List<Mapping> shippedMappings(Catalogue catalogue) {
    List<Mapping> fitting = new ArrayList<>();
    for (String name : Mapping.shipped()) {
      try {
        fitting.add(Mapping.load(name, catalogue));
      } catch (ConfigurationException e) {
        // The mapping is for the types of another domain.
      }
    }
    return fitting;
  }

  private void closeAll() {
    for (RecordedFeed.OpenFile file : files) {
      try {
        file.reader().close();
      } catch (IOException e) {
        // Nothing has been read; the earlier failure is the one to report.
      }
    }
  }

  private void open(FeedRequest.File file) throws IOException {
    Input input = input(file.name());
    if (input == null) {
      return;
    }
    boolean opened = false;
    try {
      Sample sample = Sample.of(input);
      if (file.mapping() == null && sample.avroRecord().equals(EventFile.RECORD)) {
        files.add(openEvents(input));
        opened = true;
        return;
      }
      SourceMapping mapping = choose(file, sample);
      if (mapping != null) {
        files.add(open(input, sample, mapping));
        opened = true;
      }
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
    } finally {
      if (!opened) {
        input.close();
      }
    }
  }

  private @Nullable Input input(String name) throws IOException {
    try {
      if (!name.equals(Input.STANDARD_INPUT) && new File(name).isDirectory()) {
        faults.add(new Fault(name, "is a folder; name the files in it"));
        return null;
      }
      return Input.open(name);
    } catch (FileNotFoundException e) {
      faults.add(
          new Fault(name, "can't be opened: " + e.getMessage() + "; name a file that can be read"));
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
    }
    return null;
  }

  private RecordedFeed.OpenFile openEvents(Input input) throws IOException {
    Tally tally = new Tally(input.name(), request.faults());
    int maxBytes = request.limits().maxRecordBytes();
    AvroRows rows = new AvroRows(input, AbsentTexts.NONE, EventFileReader.FIELDS, maxBytes, tally);
    EventFileReader events = new EventFileReader(rows, request.catalogue());
    FeedReader reader = new MappedFile(input, rows, events::map, tally);
    var info = new RecordedFeed.FileInfo(input.name(), EVENTS, input.compression(), false);
    return new RecordedFeed.OpenFile(info, reader);
  }

  private RecordedFeed.OpenFile open(Input input, Sample sample, SourceMapping mapping)
      throws IOException {
    Tally tally = new Tally(input.name(), request.faults());
    RowSource rows = mapping.open(input, sample, request.limits(), tally);
    FeedReader reader = new MappedFile(input, rows, mapping.mapper()::map, tally);
    boolean sorted = !mapping.timeOrdered();
    if (sorted) {
      reader = new SortedFeed(reader, request.catalogue().types(), request.limits());
    }
    var info = new RecordedFeed.FileInfo(input.name(), mapping.name(), input.compression(), sorted);
    return new RecordedFeed.OpenFile(info, reader);
  }

  /**
   * Returns the first source that fits the file; adds a fault and returns null if there is none.
   */
  private @Nullable SourceMapping choose(FeedRequest.File file, Sample sample) {
    List<String> reasons = new ArrayList<>();
    String own = file.mapping();
    List<String> asked = own == null ? request.mappings() : List.of(own);
    for (String reference : asked) {
      Mapping mapping = load(reference);
      SourceMapping found = mapping == null ? null : fitting(mapping, sample, reasons);
      if (found != null) {
        return found;
      }
    }
    if (own == null) {
      shipped = shipped == null ? shippedMappings(request.catalogue()) : shipped;
      for (Mapping mapping : shipped) {
        SourceMapping found =
            fitting(mapping, sample, asked.isEmpty() ? reasons : new ArrayList<>());
        if (found != null) {
          return found;
        }
      }
    }
    if (!wrongMapping) {
      faults.add(new Fault(file.name(), unknown(sample, reasons)));
    }
    return null;
  }

  private static String unknown(Sample sample, List<String> reasons) {
    return sample.kind() == Sample.Kind.EMPTY
        ? "is empty; name a file that holds records"
        : "fits no mapping; name or write one that does ("
            + String.join("; ", reasons)
            + ")"
            + firstLine(sample);
  }

  private static String firstLine(Sample sample) {
    if (sample.kind() != Sample.Kind.TEXT || sample.lines().isEmpty()) {
      return "";
    }
    String shown = "; its first line is '" + BadValueException.shorten(sample.lines().get(0)) + "'";
    char delimiter = sample.otherDelimiter();
    return delimiter == 0
        ? shown
        : shown
            + ", so its delimiter may be another than the comma: the mapping's source then has"
            + " csv: {delimiter: \""
            + (delimiter == '\t' ? "\\t" : String.valueOf(delimiter))
            + "\"}";
  }

  private static @Nullable SourceMapping fitting(
      Mapping mapping, Sample sample, List<String> reasons) {
    for (SourceMapping source : mapping.sources()) {
      String mismatch = source.mismatch(sample);
      if (mismatch == null) {
        return source;
      }
      reasons.add(source.name() + ": " + mismatch);
    }
    return null;
  }

  /** Returns the mapping; null if it is invalid, with its faults added once. */
  private @Nullable Mapping load(String reference) {
    if (!loaded.containsKey(reference)) {
      try {
        loaded.put(reference, Mapping.load(reference, request.catalogue()));
      } catch (ConfigurationException e) {
        faults.addAll(e.faults());
        wrongMapping = true;
        loaded.put(reference, new Mapping(reference, "", List.of()));
      }
    }
    return loaded.get(reference);
  }
}
