package io.windsock.feeds.aviation;

import io.windsock.feeds.input.Input;
import io.windsock.feeds.read.CsvRows;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.RowSource;
import java.io.IOException;
import java.util.List;

/** The format SBS-1, also called BaseStation: 22 columns without a header. */
public final class SbsFormat extends DerivedFormat {
  /** Creates the format; called by the service loader. */
  public SbsFormat() {
    super("sbs", SbsMessages.FIELDS);
  }

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
    DerivedRows.Derivation messages =
        new SbsMessages(lines, options.zone(), options.limits().maxSubjects());
    return derive(lines, messages, wanted, options);
  }
}
