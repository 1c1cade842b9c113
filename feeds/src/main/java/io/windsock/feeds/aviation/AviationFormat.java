package io.windsock.feeds.aviation;

import io.windsock.feeds.FeedLimits;
import io.windsock.feeds.read.AbsentTexts;
import io.windsock.feeds.read.AvroRows;
import io.windsock.feeds.read.CsvFormat;
import io.windsock.feeds.read.CsvRows;
import io.windsock.feeds.read.Input;
import io.windsock.feeds.read.JsonRows;
import io.windsock.feeds.read.RecordsPath;
import io.windsock.feeds.read.RowSource;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.read.Tally;
import java.io.IOException;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The formats of this package, by the names that mappings call them. */
public enum AviationFormat {
  /** SBS-1, also called BaseStation: 22 columns without a header. */
  SBS("sbs", SbsMessages.FIELDS) {
    @Override
    public boolean matches(Sample sample) {
      return SbsMessages.matches(sample);
    }

    @Override
    public RowSource open(Input input, Sample sample, List<String> wanted, Options options)
        throws IOException {
      List<String> all = SbsMessages.csv().columns();
      CsvRows lines =
          new CsvRows(
              input,
              SbsMessages.csv(),
              AbsentTexts.NONE,
              all,
              options.limits().maxRecordBytes(),
              options.tally());
      Derivation messages = new SbsMessages(lines, options.zone(), options.limits().maxAircraft());
      return derive(lines, messages, wanted, options);
    }
  },

  /** {@code aircraft.json} of dump1090 and readsb, one snapshot or many. */
  READSB_AIRCRAFT("readsb-aircraft", Readsb.FIELDS) {
    @Override
    public boolean matches(Sample sample) {
      return ReadsbSnapshots.matches(sample);
    }

    @Override
    public RowSource open(Input input, Sample sample, List<String> wanted, Options options) {
      RowSource elements =
          json(input, sample, ReadsbSnapshots.PATH, ReadsbSnapshots.WANTED, options);
      Derivation snapshots = new ReadsbSnapshots(options.limits().maxAircraft());
      return derive(elements, snapshots, wanted, options);
    }
  },

  /** Traces of readsb: {@code trace_full_….json}. */
  READSB_TRACE("readsb-trace", Readsb.FIELDS) {
    @Override
    public boolean matches(Sample sample) {
      return ReadsbTraces.matches(sample);
    }

    @Override
    public RowSource open(Input input, Sample sample, List<String> wanted, Options options) {
      RowSource points = json(input, sample, ReadsbTraces.PATH, ReadsbTraces.WANTED, options);
      return derive(points, new ReadsbTraces(), wanted, options);
    }
  },

  /** On-time performance data of the US Bureau of Transportation Statistics, CSV or Avro. */
  BTS("bts", BtsFlights.FIELDS) {
    @Override
    public boolean matches(Sample sample) {
      return BtsFlights.matches(columns(sample));
    }

    @Override
    public RowSource open(Input input, Sample sample, List<String> wanted, Options options)
        throws IOException {
      List<String> names = columns(sample);
      List<String> used = BtsFlights.wanted(names);
      int maxBytes = options.limits().maxRecordBytes();
      RowSource records =
          sample.kind() == Sample.Kind.AVRO
              ? new AvroRows(input, AbsentTexts.NONE, used, maxBytes, options.tally())
              : new CsvRows(
                  input, CsvFormat.STANDARD, AbsentTexts.NONE, used, maxBytes, options.tally());
      return derive(records, new BtsFlights(names, AirportZones.load()), wanted, options);
    }

    private static List<String> columns(Sample sample) {
      return sample.kind() == Sample.Kind.AVRO
          ? sample.avroFields()
          : sample.columns(CsvFormat.STANDARD);
    }
  };

  /**
   * What opening a file needs besides the file.
   *
   * @param zone zone of clock readings in a format that does not say
   */
  public record Options(ZoneId zone, FeedLimits limits, Tally tally) {}

  private final String text;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> fields;

  AviationFormat(String text, List<String> fields) {
    this.text = text;
    this.fields = fields;
  }

  /** The format of this name; null if there is none. */
  public static @Nullable AviationFormat find(String name) {
    for (AviationFormat format : values()) {
      if (format.text.equals(name)) {
        return format;
      }
    }
    return null;
  }

  /** What its rows can be asked for. */
  public List<String> fields() {
    return fields;
  }

  /** Whether a file that begins like this is in the format. */
  public abstract boolean matches(Sample sample);

  /**
   * Opens a file in the format.
   *
   * @param wanted of {@link #fields}; a row's field <i>i</i> is {@code wanted[i]}
   */
  public abstract RowSource open(Input input, Sample sample, List<String> wanted, Options options)
      throws IOException;

  /** The name by which mappings call it. */
  @Override
  public String toString() {
    return text;
  }

  RowSource derive(RowSource records, Derivation derivation, List<String> wanted, Options options) {
    return new DerivedRows(records, derivation, new DerivedRow(fields, wanted), options.tally());
  }

  private static RowSource json(
      Input input, Sample sample, RecordsPath path, List<String> wanted, Options options) {
    return new JsonRows(
        input,
        sample.jsonPerLine(),
        path,
        AbsentTexts.NONE,
        wanted,
        options.limits().maxRecordBytes(),
        options.tally());
  }
}
