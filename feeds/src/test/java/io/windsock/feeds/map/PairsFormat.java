package io.windsock.feeds.map;

import io.windsock.feeds.input.Input;
import io.windsock.feeds.read.CsvFormat;
import io.windsock.feeds.read.CsvRows;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.spi.InputFormat;
import java.io.IOException;
import java.util.List;

/** Lines {@code NAME=VALUE}, as a domain's jar would bring a format. */
public final class PairsFormat implements InputFormat {
  private static final CsvFormat CSV =
      new CsvFormat('=', '"', (char) 0, List.of("name", "value"), false);

  @Override
  public String name() {
    return "pairs";
  }

  @Override
  public List<String> fields() {
    return CSV.columns();
  }

  @Override
  public boolean matches(Sample sample) {
    return sample.kind() == Sample.Kind.TEXT && sample.columns(CSV).size() == 2;
  }

  @Override
  public RowSource open(Input input, Sample sample, List<String> wanted, Options options)
      throws IOException {
    return new CsvRows(
        input, CSV, AbsentTexts.NONE, wanted, options.limits().maxRecordBytes(), options.tally());
  }
}
