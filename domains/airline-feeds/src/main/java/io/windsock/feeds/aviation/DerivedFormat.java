package io.windsock.feeds.aviation;

import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.spi.InputFormat;
import java.util.List;

/** A format whose rows are computed from the records of a file. */
public abstract class DerivedFormat implements InputFormat {
  private final String name;
  private final List<String> fields;

  public DerivedFormat(String name, List<String> fields) {
    this.name = name;
    this.fields = fields;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> fields() {
    return fields;
  }

  public RowSource derive(
      RowSource records, DerivedRows.Derivation derivation, List<String> wanted, Options options) {
    return new DerivedRows(records, derivation, new DerivedRow(fields, wanted), options.tally());
  }
}
