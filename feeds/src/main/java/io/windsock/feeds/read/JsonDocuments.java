package io.windsock.feeds.read;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks one or more JSON documents and stops at each record. Outside records it keeps only the
 * requested members, so that memory use does not depend on the documents' size. Owned by one
 * thread.
 *
 * <p>A member of the root that records refer to must precede them in the document.
 */
final class JsonDocuments {
  private final JsonParser parser;
  private final RecordsPath path;
  private final Set<String> rootNames;
  private final BoundedTree tree;
  private final Map<String, JsonNode> rootMembers = new HashMap<>();

  /** The number of open containers on the path: 0 between documents. */
  private int open;

  private boolean reached = true;

  /**
   * Walks the documents of {@code parser}.
   *
   * @param rootNames the members of the root to keep
   */
  JsonDocuments(JsonParser parser, RecordsPath path, Set<String> rootNames, BoundedTree tree) {
    this.parser = parser;
    this.path = path;
    this.rootNames = rootNames;
    this.tree = tree;
  }

  /** The position of the walk. */
  enum Found {
    /** At a record, which {@link #record} returns. */
    RECORD,
    /** At the end of a document that lacks the path. */
    NO_RECORDS,
    /** At the end of the input. */
    END
  }

  private @Nullable JsonNode record;

  /** Advances to the next record. */
  Found next() throws IOException {
    record = null;
    while (true) {
      if (open == 0 && !reached) {
        reached = true;
        return Found.NO_RECORDS;
      }
      JsonToken token = parser.nextToken();
      if (token == null) {
        return Found.END;
      }
      if (open == 0) {
        rootMembers.clear();
        reached = false;
      }
      if (token.isStructEnd()) {
        open--;
      } else if (step(token)) {
        record = tree.read(parser);
        return Found.RECORD;
      }
    }
  }

  /** Processes one token outside records; returns true if it starts a record. */
  private boolean step(JsonToken token) throws IOException {
    boolean member = open > 0 && !path.isEach(open - 1);
    if (member) {
      String name = parser.currentName();
      parser.nextToken();
      if (!path.name(open - 1).equals(name)) {
        otherMember(name);
        return false;
      }
    }
    return enter(member ? parser.currentToken() : token);
  }

  private boolean enter(JsonToken token) throws IOException {
    if (open == path.depth()) {
      reached = true;
      return true;
    }
    JsonToken wanted = path.isEach(open) ? JsonToken.START_ARRAY : JsonToken.START_OBJECT;
    if (token == wanted) {
      open++;
      // An empty array has no records, but the path exists.
      reached |= open == path.depth() && path.isEach(open - 1);
    } else {
      parser.skipChildren();
    }
    return false;
  }

  private void otherMember(String name) throws IOException {
    if (open == 1 && rootNames.contains(name)) {
      JsonNode value = tree.read(parser);
      if (!tree.overflowed()) {
        rootMembers.put(name, value);
      }
    } else {
      parser.skipChildren();
    }
  }

  /** Returns the record that {@link #next} found; null if it found none. */
  @Nullable JsonNode record() {
    return record;
  }

  /** Returns the root's members that preceded the record, by name. */
  Map<String, JsonNode> rootMembers() {
    return rootMembers;
  }
}
