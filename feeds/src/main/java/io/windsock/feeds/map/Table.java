package io.windsock.feeds.map;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.feeds.FeedFault;
import io.windsock.feeds.input.Input;
import io.windsock.feeds.read.CsvFormat;
import io.windsock.feeds.read.CsvRows;
import io.windsock.feeds.read.Sample;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.Tally;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A lookup table: a CSV file with a header, held in memory, of at most {@link #MAX_CHARS}
 * characters. Of two rows with the same key, the first wins. Immutable.
 */
final class Table {
  static final long MAX_CHARS = 32L << 20;
  private static final int MAX_RECORD_BYTES = 1 << 20;

  private final List<String> columns;
  private final Map<String, @Nullable String[]> rows;

  private Table(List<String> columns, Map<String, @Nullable String[]> rows) {
    this.columns = columns;
    this.rows = rows;
  }

  /**
   * Reads the table; reports faults in the file or in the node that refers to it.
   *
   * @param node {@code {file: F, key: COLUMN}}
   */
  static Table load(ConfigNode node, Files resources) {
    Table empty = new Table(List.of(), Map.of());
    if (!node.mappingOf("file", "key")) {
      return empty;
    }
    ConfigNode place = node.get("file");
    String name = place.scalar();
    String key = node.get("key").scalar();
    if (name.isEmpty() || key.isEmpty()) {
      return empty;
    }
    List<FeedFault> faults = new ArrayList<>();
    try (Input input = resources.open(name)) {
      Table table = read(input, key, new Tally(name, faults::add));
      faults.stream().limit(10).forEach(fault -> place.fault(fault.toString()));
      return table;
    } catch (ConfigurationException e) {
      e.faults().stream().map(Fault::toString).forEach(place::fault);
    } catch (IOException e) {
      place.fault("can't be read: " + e.getMessage());
    }
    return empty;
  }

  private static Table read(Input input, String key, Tally tally) throws IOException {
    List<String> columns = Sample.of(input).columns(CsvFormat.STANDARD);
    if (!columns.contains(key)) {
      throw ConfigurationException.of(
          input.name(), "has no column '" + key + "'; it has " + columns);
    }
    CsvRows source =
        new CsvRows(input, CsvFormat.STANDARD, AbsentTexts.NONE, columns, MAX_RECORD_BYTES, tally);
    Map<String, @Nullable String[]> rows = new HashMap<>();
    int keyColumn = columns.indexOf(key);
    long chars = 0;
    while (source.next()) {
      try {
        @Nullable String[] texts = texts(source.row(), columns.size());
        String keyText = texts[keyColumn];
        if (keyText != null) {
          rows.putIfAbsent(keyText, texts);
        }
        chars += source.raw().length();
      } catch (BadValueException e) {
        tally.fault(source, String.valueOf(e.getMessage()));
      }
      if (chars > MAX_CHARS) {
        throw ConfigurationException.of(
            input.name(), "is larger than the " + MAX_CHARS + " characters that a table may have");
      }
    }
    return new Table(columns, rows);
  }

  private static @Nullable String[] texts(Row row, int count) throws BadValueException {
    @Nullable String[] texts = new String[count];
    for (int i = 0; i < count; i++) {
      texts[i] = row.absent(i) ? null : row.text(i);
    }
    return texts;
  }

  /** Returns the column that {@code node} names. */
  int column(ConfigNode node) {
    int column = columns.indexOf(node.scalar());
    if (column < 0 && !columns.isEmpty()) {
      node.fault("the table has no column '" + node.scalar() + "'; it has " + columns);
    }
    return column;
  }

  /** Returns the value in the key's row; null if there is no such row or no value. */
  @Nullable String find(String key, int column) {
    @Nullable String[] row = rows.get(key);
    return row == null ? null : row[column];
  }

  /** Resolves the files that a mapping names, relative to the mapping. */
  @FunctionalInterface
  interface Files {
    Input open(String name) throws IOException;

    /** Resolves files in the folder of a mapping. */
    static Files beside(Path mapping) {
      Path folder = mapping.toAbsolutePath().getParent();
      return name -> Input.open(folder == null ? name : folder.resolve(name).toString());
    }

    /** Resolves files beside the mappings on the class path. */
    static Files shipped() {
      return name -> {
        InputStream in = Mapping.SHIPPED.open(name);
        if (in == null) {
          throw new FileNotFoundException(name + " is not in the jar");
        }
        return Input.of(name, in, -1);
      };
    }
  }
}
