package io.windsock.feeds.aviation;

import io.windsock.feeds.input.Input;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.RowSource;
import java.util.List;

/** The format of readsb's traces: {@code trace_full_….json}. */
public final class ReadsbTraceFormat extends DerivedFormat {
  /** Creates the format; called by the service loader. */
  public ReadsbTraceFormat() {
    super("readsb-trace", Readsb.FIELDS);
  }

  @Override
  public boolean matches(Sample sample) {
    return ReadsbTraces.matches(sample);
  }

  @Override
  public RowSource open(Input input, Sample sample, List<String> wanted, Options options) {
    RowSource records = Readsb.rows(input, sample, ReadsbTraces.PATH, ReadsbTraces.WANTED, options);
    return derive(records, new ReadsbTraces(), wanted, options);
  }
}
