package io.windsock.gateway.http;

import io.vertx.core.Context;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.gateway.Calls;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Calls answered from memory after a delay. A key that is the name of a status has that outcome.
 */
final class MemoryCalls implements Calls, AutoCloseable {
  static final Token AT = new Token(7, new long[] {10, 20});

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final Map<String, byte[]> states = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> pending = new ConcurrentHashMap<>();
  private final Set<String> draining = ConcurrentHashMap.newKeySet();
  final List<Call> asked = new CopyOnWriteArrayList<>();
  final List<String> left = new CopyOnWriteArrayList<>();
  volatile long delayMs = 1;

  void put(String key, String state) {
    states.put(key, state.getBytes(StandardCharsets.UTF_8));
  }

  Set<String> draining() {
    return Set.copyOf(draining);
  }

  int pending() {
    return pending.values().stream().mapToInt(Set::size).sum();
  }

  @Override
  public void ask(String caller, Call call, Context loop, Consumer<Answer> outcome) {
    asked.add(call);
    Set<String> own = pending.computeIfAbsent(caller, c -> ConcurrentHashMap.newKeySet());
    if (!own.add(call.id())) {
      throw new IllegalStateException("a second call " + call.id() + " of " + caller);
    }
    var unused =
        timer.schedule(
            () ->
                loop.runOnContext(
                    v -> {
                      if (own.remove(call.id())) {
                        outcome.accept(answer(call));
                      }
                    }),
            delayMs,
            TimeUnit.MILLISECONDS);
  }

  private Answer answer(Call call) {
    if (delayMs > call.remainingMs()) {
      return refused(call, Status.LATE, "");
    }
    if (call.question() instanceof Question.OfView view) {
      String rows = "{\"view\":\"" + view.view() + "\",\"group\":\"" + view.group() + "\"}";
      return found(call, rows.getBytes(StandardCharsets.UTF_8));
    }
    String key = ((Question.OfKey) call.question()).key();
    for (Status status : Status.values()) {
      if (status.name().equals(key)) {
        return refused(call, status, "m1");
      }
    }
    if (key.equals("NO-SITE")) {
      return refused(call, Status.FAILED, "");
    }
    byte[] state = states.get(key);
    return state == null ? refused(call, Status.ABSENT, "m1") : found(call, state);
  }

  private static Answer found(Call call, byte[] body) {
    return new Answer(call.id(), Status.FOUND, "m1", AT, body, "", "");
  }

  private static Answer refused(Call call, Status status, String site) {
    return new Answer(
        call.id(),
        status,
        site,
        status == Status.ABSENT ? AT : null,
        new byte[0],
        "the error of " + status,
        "the remedy",
        status == Status.BUSY ? 1500 : 0);
  }

  @Override
  public void left(String caller) {
    left.add(caller);
    pending.remove(caller);
  }

  @Override
  public void drain(String site, boolean drain, Context loop, Consumer<Boolean> done) {
    boolean known = site.equals("m1") || site.equals("m/2");
    if (known && drain) {
      draining.add(site);
    } else {
      draining.remove(site);
    }
    loop.runOnContext(v -> done.accept(known));
  }

  /** The ids of all calls, which must differ for each caller. */
  Set<String> ids() {
    Set<String> ids = new HashSet<>();
    asked.forEach(call -> ids.add(call.id()));
    return ids;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
