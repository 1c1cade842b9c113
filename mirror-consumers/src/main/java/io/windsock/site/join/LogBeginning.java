package io.windsock.site.join;

import io.windsock.contracts.position.Token;

/** Provides the log's current beginning. */
@FunctionalInterface
interface LogBeginning {
  /**
   * The position of the log's first records.
   *
   * @throws JoinException if the cluster does not respond
   */
  Token beginning() throws JoinException;
}
