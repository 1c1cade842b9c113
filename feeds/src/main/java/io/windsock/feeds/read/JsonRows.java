package io.windsock.feeds.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.feeds.FeedFault;
import io.windsock.feeds.input.CorruptInputException;
import io.windsock.feeds.input.Input;
import io.windsock.feeds.input.Lines;
import io.windsock.feeds.row.AbsentTexts;
import io.windsock.feeds.row.BadValueException;
import io.windsock.feeds.row.Row;
import io.windsock.feeds.row.RowSource;
import io.windsock.feeds.row.Tally;
import java.io.CharConversionException;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON as rows: one document, consecutive documents, or one per line. If each line is a
 * document, a corrupt one costs only its line; otherwise nothing after corrupt JSON can be read,
 * and the fault says so.
 */
public final class JsonRows implements RowSource {
  private static final int MAX_DEPTH = 64;

  private final Input input;
  private final RecordsPath path;
  private final Set<String> rootNames;
  private final BoundedTree tree;
  private final int maxBytes;
  private final Tally tally;
  private final JsonFactory factory;
  private final JsonRow row;
  private final @Nullable Lines lines;
  private @Nullable JsonDocuments documents;
  private long records;
  private boolean broken;

  /**
   * Opens a file.
   *
   * @param perLine whether each line is a separate document
   * @param wanted paths of the values to read; a row's field <i>i</i> is {@code wanted[i]}
   * @param maxBytes the maximum size of a record and of a line
   */
  public JsonRows(
      Input input,
      boolean perLine,
      RecordsPath path,
      AbsentTexts absentTexts,
      List<String> wanted,
      int maxBytes,
      Tally tally) {
    this.input = input;
    this.path = path;
    this.maxBytes = maxBytes;
    this.tally = tally;
    this.tree = new BoundedTree(maxBytes);
    this.factory = factory(maxBytes);
    this.row = new JsonRow(wanted, absentTexts);
    this.rootNames = new HashSet<>(row.rootNames());
    this.lines = perLine ? new Lines(input.stream(), maxBytes) : null;
  }

  /** Returns why {@code path} is not a valid path of a value; null if it is. */
  public static @Nullable String checkPath(String path) {
    try {
      JsonPath.parse(path);
      return null;
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  static JsonFactory factory(int maxBytes) {
    return JsonFactory.builder()
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(MAX_DEPTH)
                .maxStringLength(maxBytes)
                .maxNameLength(maxBytes)
                .build())
        .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
        .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
        .build();
  }

  @Override
  public boolean next() throws IOException {
    while (!broken) {
      try {
        if (documents == null && !open()) {
          return false;
        }
        if (documents != null && advance(documents)) {
          return true;
        }
      } catch (JsonProcessingException e) {
        malformed(e.getOriginalMessage(), e.getLocation());
      } catch (CharConversionException e) {
        // NULs look like the start of UTF-16 or UTF-32 to the parser.
        malformed(String.valueOf(e.getMessage()), null);
      } catch (CorruptInputException e) {
        broken = true;
        records++;
        tally.fault(unit(), number(), e.reason(), "");
      }
    }
    return false;
  }

  /** Starts the next line, or the file; returns false at the end. */
  private boolean open() throws IOException {
    if (lines == null) {
      documents = walk(factory.createParser(input.stream()));
      return true;
    }
    while (lines.next()) {
      if (lines.tooLong()) {
        tally.fault(this, "the line is longer than " + maxBytes + " bytes");
      } else if (!lines.blank()) {
        int length = lines.to() - lines.from();
        documents = walk(factory.createParser(lines.bytes(), lines.from(), length));
        return true;
      }
    }
    return false;
  }

  private JsonDocuments walk(JsonParser parser) {
    return new JsonDocuments(parser, path, rootNames, tree);
  }

  /** Advances to the next record; returns false if there is none to map. */
  private boolean advance(JsonDocuments open) throws IOException {
    JsonDocuments.Found found = open.next();
    if (found == JsonDocuments.Found.END) {
      documents = null;
      broken = lines == null;
      return false;
    }
    records++;
    JsonNode record = open.record();
    if (record == null) {
      tally.fault(unit(), number(), "the document has no '" + path + "'", "");
      return false;
    }
    row.set(record, open.rootMembers());
    if (tree.overflowed()) {
      tally.fault(this, "the record is larger than " + maxBytes + " characters");
      return false;
    }
    return true;
  }

  private void malformed(String problem, @Nullable JsonLocation at) throws IOException {
    documents = null;
    records++;
    String reason = "malformed JSON: " + BadValueException.shorten(problem);
    if (lines == null) {
      broken = true;
      String place =
          at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
      tally.fault(unit(), records, reason + place + "; what follows can't be read", "");
    } else {
      tally.fault(unit(), number(), reason, lines.text());
    }
  }

  @Override
  public Row row() {
    return row;
  }

  @Override
  public FeedFault.Unit unit() {
    return lines == null ? FeedFault.Unit.RECORD : FeedFault.Unit.LINE;
  }

  @Override
  public long number() {
    return lines == null ? records : lines.number();
  }

  @Override
  public String raw() {
    return lines == null ? row.raw() : lines.text();
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
