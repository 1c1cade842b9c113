package io.windsock.feeds.map;

import io.windsock.feeds.input.Input;
import io.windsock.feeds.read.AvroRows;
import io.windsock.feeds.read.CsvFormat;
import io.windsock.feeds.read.CsvRows;
import io.windsock.feeds.read.JsonRows;
import io.windsock.feeds.read.RecordsPath;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.spi.InputFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The format of a source's files: recognises and opens them. Immutable. */
interface SourceFormat {
  /** Returns why a file with this start does not belong to the source; null if it does. */
  @Nullable String mismatch(Sample sample, List<String> identifying);

  /** Opens a file. */
  RowSource open(Input input, Sample sample, List<String> wanted, InputFormat.Options options)
      throws IOException;

  /** Returns why {@code name} can't be a field of such a file; null if it can. */
  @Nullable String checkField(String name);

  /** Delimiter-separated values. */
  record Csv(CsvFormat csv, AbsentTexts absentTexts) implements SourceFormat {
    @Override
    public @Nullable String mismatch(Sample sample, List<String> identifying) {
      if (sample.kind() != Sample.Kind.TEXT) {
        return "it is not a text file";
      }
      List<String> columns = sample.columns(csv);
      if (csv.hasHeader()) {
        return lacking("column", columns, identifying);
      }
      return columns.size() == csv.columns().size()
          ? null
          : "it has " + columns.size() + " columns, not " + csv.columns().size();
    }

    @Override
    public RowSource open(
        Input input, Sample sample, List<String> wanted, InputFormat.Options options)
        throws IOException {
      return new CsvRows(
          input, csv, absentTexts, wanted, options.limits().maxRecordBytes(), options.tally());
    }

    @Override
    public @Nullable String checkField(String name) {
      return csv.hasHeader() || csv.columns().contains(name)
          ? null
          : "there is no column '" + name + "' in 'columns'";
    }
  }

  /** JSON. */
  record Json(RecordsPath records, AbsentTexts absentTexts) implements SourceFormat {
    @Override
    public @Nullable String mismatch(Sample sample, List<String> identifying) {
      if (sample.kind() != Sample.Kind.JSON) {
        return "it is not JSON";
      }
      List<String> paths = new ArrayList<>();
      for (String path : identifying) {
        paths.add(absolute(path));
      }
      return lacking("value", sample.jsonPaths(), paths);
    }

    private String absolute(String path) {
      String plain = path.replaceAll("\\[\\d+]", "[]");
      if (plain.startsWith("/")) {
        return plain.substring(1);
      }
      boolean joined = plain.startsWith("[") || records.toString().isEmpty();
      return records + (joined ? "" : ".") + plain;
    }

    @Override
    public RowSource open(
        Input input, Sample sample, List<String> wanted, InputFormat.Options options) {
      return new JsonRows(
          input,
          sample.jsonPerLine(),
          records,
          absentTexts,
          wanted,
          options.limits().maxRecordBytes(),
          options.tally());
    }

    @Override
    public @Nullable String checkField(String name) {
      return JsonRows.checkPath(name);
    }
  }

  /** Avro container files. */
  record Avro(AbsentTexts absentTexts) implements SourceFormat {
    @Override
    public @Nullable String mismatch(Sample sample, List<String> identifying) {
      if (sample.kind() != Sample.Kind.AVRO) {
        return "it is not an Avro container file";
      }
      List<String> names = identifying.stream().map(n -> n.replaceAll("[.\\[].*", "")).toList();
      return lacking("field", sample.avroFields(), names);
    }

    @Override
    public RowSource open(
        Input input, Sample sample, List<String> wanted, InputFormat.Options options)
        throws IOException {
      return new AvroRows(
          input, absentTexts, wanted, options.limits().maxRecordBytes(), options.tally());
    }

    @Override
    public @Nullable String checkField(String name) {
      return JsonRows.checkPath(name);
    }
  }

  /** A format from another jar, with its own fields. */
  record Provided(InputFormat format) implements SourceFormat {
    @Override
    public @Nullable String mismatch(Sample sample, List<String> identifying) {
      return format.matches(sample) ? null : "it does not look like " + format.name();
    }

    @Override
    public RowSource open(
        Input input, Sample sample, List<String> wanted, InputFormat.Options options)
        throws IOException {
      return format.open(input, sample, wanted, options);
    }

    @Override
    public @Nullable String checkField(String name) {
      return format.fields().contains(name)
          ? null
          : "'" + name + "' is not a field of " + format.name() + "; it has " + format.fields();
    }
  }

  private static @Nullable String lacking(
      String what, Collection<String> present, List<String> identifying) {
    List<String> missing = identifying.stream().filter(n -> !present.contains(n)).toList();
    return missing.isEmpty() ? null : "it has no " + what + " " + String.join(", ", missing);
  }
}
