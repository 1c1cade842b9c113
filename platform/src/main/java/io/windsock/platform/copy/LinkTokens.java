package io.windsock.platform.copy;

import io.windsock.contracts.position.Token;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of the sources of all links, once the links' topics have been read. One thread reads
 * them; any thread may ask, and gets an answer from what was read as a whole, also while the topics
 * are read again.
 */
final class LinkTokens {
  private static final Translation UNKNOWN =
      new Translation.None("of another topic or an earlier life of it");
  private static final Translation UNREAD =
      new Translation.NotYet("this site has not read yet what links have copied to this cluster");

  /** By link; null: not read yet. The map never changes. */
  private volatile @Nullable Map<String, SourceTokens> read;

  /** Translates a token of another epoch than the topic's. */
  Translation translate(Token token) {
    Map<String, SourceTokens> links = read;
    if (links == null) {
      return UNREAD;
    }
    for (SourceTokens tokens : links.values()) {
      if (tokens.knows(token.epoch())) {
        return tokens.translate(token);
      }
    }
    return UNKNOWN;
  }

  /** Returns whether the links' topics have been read. */
  boolean areRead() {
    return read != null;
  }

  /** The links' topics have been read; their tokens may become more. */
  void read(Map<String, SourceTokens> links) {
    read = Map.copyOf(links);
  }

  /** There are other links than before, whose topics are to be read. */
  void unread() {
    read = null;
  }
}
