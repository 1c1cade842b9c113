package io.windsock.site.join;

import io.windsock.contracts.position.Token;
import io.windsock.platform.copy.LinkPosition;
import io.windsock.site.state.form.PartitionLedger;
import java.util.List;

/** The log of a site that joins, as a copy of another cluster's. */
interface CopiedLog {
  /** A log that no link copies. */
  CopiedLog NONE =
      new CopiedLog() {
        @Override
        public LinkPosition position() {
          return LinkPosition.NONE;
        }

        @Override
        public List<CopySearch.Place> find(Token at, List<PartitionLedger> ledgers) {
          throw new IllegalStateException("no link copies the log");
        }
      };

  /**
   * What the link that copies the log has copied; {@link LinkPosition#NONE} if there is none.
   *
   * @throws JoinException if the cluster does not respond
   */
  LinkPosition position() throws JoinException;

  /**
   * Finds by partition the point that a state of the source has reached. Reads the whole log.
   *
   * @param at the state's position in the source
   * @param ledgers the state's ledgers
   * @throws JoinException if it is not in the log, or the cluster does not respond
   */
  List<CopySearch.Place> find(Token at, List<PartitionLedger> ledgers) throws JoinException;
}
