package io.windsock.evaluation.link.copier;

import io.windsock.link.send.SenderStatus;

/**
 * What the sender of a link does, as its process reports it.
 *
 * @param state what it does now
 * @param detail why, or with whom
 * @param records the records that are committed at the target
 */
public record LinkReport(SenderStatus.State state, String detail, long records) {
  static LinkReport of(SenderStatus status) {
    return new LinkReport(status.state(), status.detail(), status.records());
  }
}
