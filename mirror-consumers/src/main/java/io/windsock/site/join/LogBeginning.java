package io.windsock.site.join;

import io.windsock.contracts.position.Token;

/** Says where the log begins now. */
@FunctionalInterface
interface LogBeginning {
  /**
   * The position of its first records.
   *
   * @throws JoinException if the cluster does not say
   */
  Token beginning() throws JoinException;
}
