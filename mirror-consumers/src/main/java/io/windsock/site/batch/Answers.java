package io.windsock.site.batch;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.codec.AnswerEncoder;
import io.windsock.site.query.QueryAnswer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers in the making: encodes each once, whoever receives it, and sends those with the same
 * receivers together. Owned by one thread, which must call {@link #flush} at the end.
 */
final class Answers {
  /** The most answers sent together; earlier ones do not wait for the rest of a big batch. */
  private static final int MAX_TOGETHER = 128;

  /** The bytes at which answers are sent: 64 KiB. */
  private static final int MAX_BYTES_TOGETHER = 64 << 10;

  /** After how long a call that was refused may be admitted, ms: about the time of a deadline. */
  private static final int RETRY_AFTER_MS = 100;

  private static final String RETRY = "ask another site, or try again later";
  private static final String NOT_REACHED = "this site has not reached the position of the caller";

  /** No site reaches such a position, however long the caller waits. */
  private static final String OTHER_TOPIC =
      "the position of the caller is of another topic, or of this one before it was recreated";

  private final String site;
  private final Outlet outlet;
  private final AnswerEncoder encoder = new AnswerEncoder();
  private List<PendingCall> calls = new ArrayList<>();
  private @Nullable PendingCall last;

  Answers(String site, Outlet outlet) {
    this.site = site;
    this.outlet = outlet;
  }

  void found(PendingCall to, Token at, ByteBuffer body) {
    begin(to, Answer.Status.FOUND);
    encoder.found(to.call.id(), site, at, body);
  }

  void late(PendingCall to) {
    other(to, Answer.Status.LATE, "the deadline has passed", "allow more time");
  }

  /** Answers that the site, which is at {@code now}, has not reached the caller's position. */
  void behind(PendingCall to, Token now) {
    Token since = to.call.since();
    if (since == null || now.comparableTo(since)) {
      other(to, Answer.Status.BEHIND, NOT_REACHED, RETRY);
    } else {
      other(to, Answer.Status.BEHIND, OTHER_TOPIC, "ask without the position");
    }
  }

  void busy(PendingCall to, String error) {
    begin(to, Answer.Status.BUSY);
    encoder.busy(to.call.id(), site, error, RETRY, RETRY_AFTER_MS);
  }

  void failed(PendingCall to, String error) {
    other(to, Answer.Status.FAILED, error, "ask another site");
  }

  void invalid(PendingCall to, String error, String remedy) {
    other(to, Answer.Status.INVALID, error, remedy);
  }

  /**
   * Answers with a query's refusal.
   *
   * @param at the position at which there is no such key or view
   */
  void refused(PendingCall to, QueryAnswer.Refused refused, Token at) {
    switch (refused.why()) {
      case INVALID -> invalid(to, refused.error(), refused.remedy());
      case ABSENT -> {
        begin(to, Answer.Status.ABSENT);
        encoder.absent(to.call.id(), site, at, refused.error(), refused.remedy());
      }
      case BUSY -> busy(to, refused.error());
      case BEHIND -> behind(to, at);
    }
  }

  private void other(PendingCall to, Answer.Status status, String error, String remedy) {
    begin(to, status);
    encoder.other(to.call.id(), status, site, error, remedy);
  }

  /** Finishes a call without an answer, because the caller no longer wants it. */
  void none(PendingCall call) {
    calls.add(call);
  }

  private void begin(PendingCall to, Answer.Status status) {
    PendingCall before = last;
    if (before != null && (isFull() || !together(before, to))) {
      flush();
    }
    last = to;
    calls.add(to);
    to.status = status;
  }

  private boolean isFull() {
    return encoder.count() >= MAX_TOGETHER || encoder.bytes() >= MAX_BYTES_TOGETHER;
  }

  /** Whether the answers to two calls go to the same streams. */
  private static boolean together(PendingCall one, PendingCall other) {
    return one.stream == other.stream && one.call.gateways().equals(other.call.gateways());
  }

  /** Sends what was answered so far. */
  void flush() {
    if (!calls.isEmpty()) {
      outlet.answered(calls, last, encoder.take());
      calls = new ArrayList<>();
      last = null;
    }
  }
}
