package io.windsock.feeds.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.feeds.input.CorruptInputException;
import io.windsock.feeds.input.Input;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/** The features of a file's format that its start reveals. Immutable. */
public final class Sample {
  private static final int MAX_NAMES = 10_000;
  private static final int MAX_LINES = 20;
  private static final char[] OTHER_DELIMITERS = {';', '\t', '|'};

  /** The families of formats, distinguished by the first bytes. */
  public enum Kind {
    /** An Avro container file. */
    AVRO,
    /** One or more JSON documents. */
    JSON,
    /** Lines of text. */
    TEXT,
    /** Neither text nor a known container. */
    BINARY,
    /** An empty file. */
    EMPTY
  }

  private final byte[] start;
  private final Kind kind;

  private Sample(byte[] start) {
    this.start = start;
    this.kind = kindOf(start);
  }

  /**
   * Examines the start of {@code input} without consuming it.
   *
   * @throws ConfigurationException if it is compressed and its very start can't be decompressed
   */
  public static Sample of(Input input) throws IOException {
    try {
      return new Sample(withoutByteOrderMark(input.start()));
    } catch (CorruptInputException e) {
      throw ConfigurationException.of(input.name(), "can't be read: " + e.reason());
    }
  }

  private static byte[] withoutByteOrderMark(byte[] start) {
    boolean marked =
        start.length >= 3
            && (start[0] & 0xff) == 0xef
            && (start[1] & 0xff) == 0xbb
            && (start[2] & 0xff) == 0xbf;
    return marked ? Arrays.copyOfRange(start, 3, start.length) : start;
  }

  private static Kind kindOf(byte[] start) {
    if (AvroHeader.begins(start)) {
      return Kind.AVRO;
    }
    for (byte b : start) {
      if (b == '{' || b == '[') {
        return Kind.JSON;
      }
      if (b != ' ' && b != '\t' && b != '\r' && b != '\n') {
        return isFirstLineText(start) ? Kind.TEXT : Kind.BINARY;
      }
    }
    return Kind.EMPTY;
  }

  /** Checks only the first line: a corrupt line further down is reported when it is read. */
  private static boolean isFirstLineText(byte[] start) {
    boolean begun = false;
    for (byte b : start) {
      if (b == '\n' && begun) {
        return true;
      }
      if (b >= 0 && b < ' ' && b != '\t' && b != '\r' && b != '\n') {
        return false;
      }
      begun |= b > ' ' || b < 0;
    }
    return true;
  }

  /** Returns the family of the file's format. */
  public Kind kind() {
    return kind;
  }

  /** Returns the first non-blank lines, without their breaks; the last one may be truncated. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (String line : new String(start, StandardCharsets.UTF_8).split("\r?\n", MAX_LINES + 1)) {
      if (!line.isBlank() && lines.size() < MAX_LINES) {
        lines.add(line);
      }
    }
    return lines;
  }

  /** Returns the likely delimiter of the first line if it is not the comma; 0 if there is none. */
  public char otherDelimiter() {
    String line = kind == Kind.TEXT && !lines().isEmpty() ? lines().get(0) : "";
    char found = 0;
    long most = line.chars().filter(c -> c == ',').count();
    for (char candidate : OTHER_DELIMITERS) {
      long count = line.chars().filter(c -> c == candidate).count();
      if (count > most) {
        found = candidate;
        most = count;
      }
    }
    return found;
  }

  /**
   * Returns the column names in the first line of delimiter-separated values; empty for other
   * files.
   */
  public List<String> columns(CsvFormat format) {
    String comment = String.valueOf(format.comment());
    for (String line : kind == Kind.TEXT ? lines() : List.<String>of()) {
      if (format.comment() == 0 || !line.startsWith(comment)) {
        return split(line, format);
      }
    }
    return List.of();
  }

  private static List<String> split(String line, CsvFormat format) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    CsvSplitter splitter = new CsvSplitter(format);
    return splitter.names(bytes, 0, splitter.split(bytes, 0, bytes.length));
  }

  /** Returns the fields of an Avro file's records; empty for other files. */
  public List<String> avroFields() {
    Schema schema = avroSchema();
    return schema == null
        ? List.of()
        : schema.getFields().stream().map(Schema.Field::name).toList();
  }

  /** Returns the full name of an Avro file's records; empty for other files. */
  public String avroRecord() {
    Schema schema = avroSchema();
    return schema == null ? "" : schema.getFullName();
  }

  private @Nullable Schema avroSchema() {
    if (kind != Kind.AVRO) {
      return null;
    }
    try {
      Schema schema = AvroHeader.read(new ByteArrayInputStream(start)).schema();
      return schema.getType() == Schema.Type.RECORD ? schema : null;
    } catch (IOException e) {
      // Opening the file as Avro will report the fault.
      return null;
    }
  }

  /**
   * Returns the paths of values and containers in the start of a JSON file: {@code list}, {@code
   * list[]}, {@code list[].schTime}. Empty for other files.
   */
  public Set<String> jsonPaths() {
    Set<String> paths = new TreeSet<>();
    if (kind == Kind.JSON) {
      try (JsonParser parser = JsonRows.factory(start.length + 1).createParser(start)) {
        for (JsonToken token = parser.nextToken();
            token != null && paths.size() < MAX_NAMES;
            token = parser.nextToken()) {
          paths.add(path(parser));
        }
      } catch (IOException e) {
        // The sample ends within a value.
      }
    }
    return paths;
  }

  private static String path(JsonParser parser) {
    StringBuilder path = new StringBuilder();
    for (var at = parser.getParsingContext(); at != null; at = at.getParent()) {
      if (at.inArray()) {
        path.insert(0, RecordsPath.EACH);
      } else if (at.inObject() && at.getCurrentName() != null) {
        path.insert(0, "." + at.getCurrentName());
      }
    }
    return path.length() > 0 && path.charAt(0) == '.' ? path.substring(1) : path.toString();
  }

  /** Whether each line is a JSON document, so that a corrupt one costs only its line. */
  public boolean jsonPerLine() {
    List<String> lines = lines();
    if (kind != Kind.JSON || lines.size() < 2) {
      return false;
    }
    char next = lines.get(1).stripLeading().charAt(0);
    return (next == '{' || next == '[') && isDocument(lines.get(0));
  }

  private static boolean isDocument(String line) {
    try (JsonParser parser = JsonRows.factory(line.length() + 1).createParser(line)) {
      parser.nextToken();
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }
}
