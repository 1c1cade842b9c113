package io.windsock.feeds.aviation;

import io.windsock.feeds.input.Input;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.RowSource;
import java.util.List;

/** The format {@code aircraft.json} of dump1090 and readsb, with one or more snapshots. */
public final class ReadsbAircraftFormat extends DerivedFormat {
  /** Creates the format; called by the service loader. */
  public ReadsbAircraftFormat() {
    super("readsb-aircraft", Readsb.FIELDS);
  }

  @Override
  public boolean matches(Sample sample) {
    return ReadsbSnapshots.matches(sample);
  }

  @Override
  public RowSource open(Input input, Sample sample, List<String> wanted, Options options) {
    RowSource records =
        Readsb.rows(input, sample, ReadsbSnapshots.PATH, ReadsbSnapshots.WANTED, options);
    return derive(records, new ReadsbSnapshots(options.limits().maxSubjects()), wanted, options);
  }
}
