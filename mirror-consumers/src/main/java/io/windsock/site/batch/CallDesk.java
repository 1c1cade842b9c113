package io.windsock.site.batch;

import io.vertx.core.Context;
import io.vertx.core.internal.ContextInternal;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.BatchBounds;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.CallBatch;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.codec.BatchBlock;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.link.AnswerStream;
import io.windsock.platform.link.CallHandler;
import io.windsock.site.progress.Readiness;
import io.windsock.site.query.EncodedView;
import io.windsock.site.query.QueryAnswer;
import io.windsock.site.query.ViewForm;
import io.windsock.site.query.ViewQuery;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the calls that arrive on one event loop, which owns it; {@link #positionReached} and
 * {@link #answered} may be called by any thread.
 *
 * <pre>
 *  call ──▶ time left? ──▶ below the watermark? ──▶ position reached? ──▶ KEY: one KeyJob a batch
 *             │ LATE          │ BUSY                   │ waits, BEHIND    VIEW: Queries, ViewCache
 *             ▼               ▼                        ▼                     │
 *           Answers ◀────────────────────────────────────────────────────────┘
 *             └──▶ the streams of the gateways that the call names
 * </pre>
 */
final class CallDesk implements CallHandler, Outlet {
  private static final Logger LOG = LoggerFactory.getLogger(CallDesk.class);

  /** The time between two looks at waiting calls, ms; a new position also causes one. */
  private static final long LOOK_MS = 5;

  private final Context loop;
  private final CallService service;
  private final Map<AnswerStream, Map<String, PendingCall>> pending = new HashMap<>();
  private final List<PendingCall> waiting = new ArrayList<>();
  private final AtomicBoolean looking = new AtomicBoolean();
  private volatile int waitingCalls;

  /** Whether a timer looks at the waiting calls. */
  private boolean watching;

  CallDesk(Context loop, CallService service) {
    this.loop = loop;
    this.service = service;
  }

  @Override
  public Responder condition() {
    return service.condition();
  }

  @Override
  public void opened(AnswerStream stream) {
    pending.put(stream, new HashMap<>());
    service.gateways().add(stream);
    service.meters().stream(1);
  }

  @Override
  public void closed(AnswerStream stream) {
    pending.remove(stream); // its calls are still answered, to the other gateways they name
    service.gateways().remove(stream);
    service.meters().stream(-1);
  }

  @Override
  public void calls(AnswerStream stream, CallBatch batch, long arrivedNs) {
    if (!batch.calls().isEmpty()) {
      calls(stream, batch.calls(), batch.cancels(), arrivedNs);
    } else {
      cancel(stream, batch.cancels());
    }
  }

  /** Cancels follow calls: a batch may have a call and its cancel. */
  private void calls(AnswerStream stream, List<Call> calls, List<String> cancels, long arrivedNs) {
    service.meters().batch(stream.kind());
    Readiness readiness = service.readiness();
    Token now = service.position();
    Answers answers = service.answers(this);
    List<PendingCall> keys = new ArrayList<>(calls.size());
    List<PendingCall> views = new ArrayList<>();
    for (Call call : calls) {
      PendingCall next = service.pending(stream, call, arrivedNs);
      if (!readiness.serves()) {
        answers.failed(next, "the site is not ready: " + readiness.detail());
      } else if (admit(next, answers, now)) {
        (call.question().kind() == Question.Kind.KEY ? keys : views).add(next);
      }
    }
    cancel(stream, cancels);
    answers.flush();
    read(keys);
    views.forEach(this::view);
  }

  private void cancel(AnswerStream stream, List<String> ids) {
    Map<String, PendingCall> calls = pending.getOrDefault(stream, Map.of());
    for (String id : ids) {
      PendingCall call = calls.get(id);
      if (call != null) {
        call.cancel();
      }
    }
  }

  /** Returns whether to read what the call asks for; it is answered or waits otherwise. */
  private boolean admit(PendingCall next, Answers answers, Token now) {
    QueryAnswer.Refused fault = service.fault(next.call);
    if (fault != null) {
      answers.refused(next, fault, now);
    } else if (next.isLate(System.nanoTime())) {
      answers.late(next);
    } else if (!service.watermark(next.call).admit()) {
      answers.busy(next, service.busy(next.call));
    } else {
      add(next);
      Token since = next.call.since();
      if (since == null || now.covers(since)) {
        return true;
      }
      await(next, since, now, answers);
    }
    return false;
  }

  private void add(PendingCall call) {
    call.counted = true;
    Map<String, PendingCall> calls = pending.get(call.stream);
    if (calls != null) {
      calls.put(call.call.id(), call);
    }
  }

  /** Has the call wait for the position, if it can be reached; answers it otherwise. */
  private void await(PendingCall call, Token since, Token now, Answers answers) {
    if (!now.comparableTo(since) || call.patienceNs - System.nanoTime() <= 0) {
      answers.behind(call, now);
      return;
    }
    waiting.add(call);
    waitingCalls = waiting.size();
    if (!watching) {
      watching = true;
      loop.owner().setPeriodic(LOOK_MS, this::look);
    }
  }

  /** The site has reached a new position. Any thread. */
  void positionReached() {
    if (waitingCalls > 0 && looking.compareAndSet(false, true)) {
      loop.runOnContext(
          v -> {
            looking.set(false);
            look();
          });
    }
  }

  private void look(long timer) {
    look();
    if (waiting.isEmpty()) {
      loop.owner().cancelTimer(timer);
      watching = false;
    }
  }

  /** Takes up the waiting calls whose position is reached, and ends those that waited too long. */
  private void look() {
    Token now = service.position();
    long nowNs = System.nanoTime();
    Answers answers = service.answers(this);
    List<PendingCall> keys = new ArrayList<>();
    List<PendingCall> views = new ArrayList<>();
    for (Iterator<PendingCall> calls = waiting.iterator(); calls.hasNext(); ) {
      PendingCall call = calls.next();
      Token since = call.call.since();
      if (call.isUnwanted()) {
        answers.none(call);
      } else if (since == null || now.covers(since)) {
        (call.call.question().kind() == Question.Kind.KEY ? keys : views).add(call);
      } else if (nowNs - call.patienceNs > 0 || !now.comparableTo(since)) {
        answers.behind(call, now);
      } else {
        continue;
      }
      calls.remove();
    }
    waitingCalls = waiting.size();
    answers.flush();
    read(keys);
    views.forEach(this::view);
  }

  private void read(List<PendingCall> keys) {
    if (keys.isEmpty()) {
      return;
    }
    try {
      service.read(keys, service.answers(this));
    } catch (Refusal busy) {
      Answers answers = service.answers(this);
      keys.forEach(call -> answers.busy(call, busy.error()));
      answers.flush();
    }
  }

  private void view(PendingCall call) {
    Question.OfView asked = (Question.OfView) call.call.question();
    ViewQuery query = new ViewQuery(asked.view(), asked.group(), asked.limit(), ViewForm.JSON);
    QueryAnswer.Found ready = service.queries().ready(query);
    if (ready != null) {
      answer(call, ready);
    } else {
      service.queries().ask(query, answer -> loop.runOnContext(v -> answer(call, answer)));
    }
  }

  private void answer(PendingCall call, QueryAnswer answer) {
    Answers answers = service.answers(this);
    Token since = call.call.since();
    if (call.isUnwanted()) {
      answers.none(call);
    } else if (call.isLate(System.nanoTime())) {
      answers.late(call);
    } else if (answer instanceof QueryAnswer.Refused refused) {
      answers.refused(call, refused, service.position());
    } else if (answer instanceof QueryAnswer.Failed failed) {
      LOG.error("{} can't be read", call.call.question(), failed.cause());
      answers.failed(call, "the view can't be read: " + failed.cause().getMessage());
    } else if (!(answer instanceof QueryAnswer.Found found) || isTooBig(found.view())) {
      answers.invalid(
          call,
          "the view is too big for an answer",
          "ask for fewer rows, or GET /v1/views/{view} from a site");
    } else if (since != null && !found.at().token().covers(since)) {
      answers.behind(call, found.at().token());
    } else {
      answers.found(call, found.at().token(), found.view().bodyBytes());
    }
    answers.flush();
  }

  private static boolean isTooBig(EncodedView view) {
    return view.bytes() > BatchBounds.MAX_BODY_BYTES;
  }

  @Override
  public void answered(
      List<PendingCall> calls, @Nullable PendingCall answered, BatchBlock answers) {
    List<AnswerStream> receivers =
        answered == null ? List.of() : service.gateways().receivers(answered.stream, answered.call);
    run(loop, () -> finish(calls));
    for (AnswerStream receiver : receivers) {
      run(receiver.loop(), () -> send(receiver, answers));
    }
  }

  private static void run(Context on, Runnable work) {
    if (((ContextInternal) on).inThread()) {
      work.run();
    } else {
      on.runOnContext(v -> work.run());
    }
  }

  private void send(AnswerStream receiver, BatchBlock answers) {
    if (!receiver.send(answers)) {
      service.meters().dropped(answers.count());
    }
  }

  private void finish(List<PendingCall> calls) {
    service.meters().finished(calls);
    for (PendingCall call : calls) {
      if (call.counted) {
        service.watermark(call.call).done(1);
        Map<String, PendingCall> others = pending.get(call.stream);
        if (others != null) {
          others.remove(call.call.id(), call);
        }
      }
    }
  }
}
