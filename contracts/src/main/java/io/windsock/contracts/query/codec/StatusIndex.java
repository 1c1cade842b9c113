package io.windsock.contracts.query.codec;

import io.windsock.contracts.query.Answer.Status;
import java.util.List;

/** The statuses in the order of the symbols in {@code AnswerBatch.avsc}. */
final class StatusIndex {
  private static final List<Status> STATUSES =
      List.of(
          Status.FOUND,
          Status.ABSENT,
          Status.INVALID,
          Status.BEHIND,
          Status.BUSY,
          Status.LATE,
          Status.FAILED);

  /** How many there are. */
  static final int COUNT = STATUSES.size();

  private StatusIndex() {}

  static int of(Status status) {
    return STATUSES.indexOf(status);
  }

  static Status at(int index) {
    return STATUSES.get(index);
  }
}
