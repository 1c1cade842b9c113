package io.windsock.site.subscribe;

import io.vertx.core.buffer.Buffer;
import io.windsock.contracts.position.Token;
import io.windsock.site.serve.SitePosition;
import java.util.List;

/** What came of a read of changes. Immutable; shared by all who waited for it. */
public sealed interface Changes {
  /**
   * Changes.
   *
   * @param at the position of the snapshot that they were read from
   * @param pages their events
   * @param reached how far a client is with them: {@code at}, if nothing is left to be read
   */
  record Read(SitePosition at, List<Buffer> pages, Token reached) implements Changes {
    /** Keeps a copy of the list. */
    public Read {
      pages = List.copyOf(pages);
    }
  }

  /** So much has changed that the view's rows cost less. */
  record TooMany() implements Changes {}

  /** They can't be read. */
  record Failed(RuntimeException cause) implements Changes {}
}
