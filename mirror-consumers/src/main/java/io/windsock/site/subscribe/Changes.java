package io.windsock.site.subscribe;

import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.position.Token;
import io.windsock.site.serve.SitePosition;
import java.util.List;

/** The result of a read of changes. Immutable; shared by all clients that waited for it. */
public sealed interface Changes {
  /**
   * The changes.
   *
   * @param at the position of the snapshot that was read
   * @param pages the events
   * @param reached the position that a client has reached with them: {@code at} if nothing is left
   *     to read
   * @param release runs once for each client that was told, when it has sent the pages or is gone
   */
  record Read(SitePosition at, List<Buffer> pages, Token reached, Runnable release)
      implements Changes {
    /** Copies the list. */
    public Read {
      pages = List.copyOf(pages);
    }
  }

  /** The view's rows cost less than the changes. */
  record TooMany() implements Changes {}

  /** The read failed. */
  record Failed(RuntimeException cause) implements Changes {}
}
