package io.windsock.site.batch;

import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Question;
import io.windsock.site.query.KeyReader;
import io.windsock.site.query.Queries;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers the calls for keys of one batch from one snapshot. Runs once, on a worker. */
final class KeyJob implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(KeyJob.class);

  private final Supplier<KeyReader> keys;
  private final List<PendingCall> calls;
  private final Answers answers;

  /**
   * Creates a job.
   *
   * @param keys takes the snapshot
   * @param calls all of one event loop
   * @param answers belongs to the job alone
   */
  KeyJob(Supplier<KeyReader> keys, List<PendingCall> calls, Answers answers) {
    this.keys = keys;
    this.calls = calls;
    this.answers = answers;
  }

  @Override
  public void run() {
    int done = 0;
    try (KeyReader reader = keys.get()) {
      for (PendingCall call : calls) {
        answer(call, reader);
        done++;
      }
    } catch (RuntimeException | Error e) { // calls without an outcome would be pending for good
      LOG.error("keys can't be read", e);
      calls.subList(done, calls.size()).forEach(call -> failed(call, e));
    }
    answers.flush();
  }

  private void answer(PendingCall call, KeyReader reader) {
    if (call.isUnwanted()) {
      answers.none(call);
    } else if (call.isLate(System.nanoTime())) {
      answers.late(call);
    } else {
      read(call, reader);
    }
  }

  private void read(PendingCall call, KeyReader reader) {
    Token since = call.call.since();
    if (since != null && !reader.at().covers(since)) {
      answers.behind(call, reader.at());
      return;
    }
    String key = ((Question.OfKey) call.call.question()).key();
    byte[] body;
    try {
      body = reader.json(key);
    } catch (RuntimeException e) {
      LOG.error("the state of {} can't be read", key, e);
      failed(call, e);
      return;
    }
    if (body == null) {
      answers.refused(call, Queries.noState(key), reader.at());
    } else if (body.length > BatchBounds.MAX_BODY_BYTES) {
      answers.invalid(
          call, "the state is too big for an answer", "GET /v1/state/{key} from a site");
    } else {
      answers.found(call, reader.at(), ByteBuffer.wrap(body));
    }
  }

  private void failed(PendingCall call, Throwable e) {
    answers.failed(call, "the state can't be read: " + e.getMessage());
  }
}
