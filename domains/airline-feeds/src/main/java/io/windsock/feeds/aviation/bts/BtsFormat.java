package io.windsock.feeds.aviation.bts;

import io.windsock.feeds.aviation.AirportZones;
import io.windsock.feeds.aviation.DerivedFormat;
import io.windsock.feeds.input.Input;
import io.windsock.feeds.read.AvroRows;
import io.windsock.feeds.read.CsvFormat;
import io.windsock.feeds.read.CsvRows;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.RowSource;
import java.io.IOException;
import java.util.List;

/**
 * The format of the US Bureau of Transportation Statistics' on-time performance data, CSV or Avro.
 */
public final class BtsFormat extends DerivedFormat {
  /** Creates the format; called by the service loader. */
  public BtsFormat() {
    super("bts", BtsFlights.FIELDS);
  }

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
    return derive(records, new BtsFlights(names, new AirportZones()), wanted, options);
  }

  private static List<String> columns(Sample sample) {
    return sample.kind() == Sample.Kind.AVRO
        ? sample.avroFields()
        : sample.columns(CsvFormat.STANDARD);
  }
}
