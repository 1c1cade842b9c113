package io.windsock.gateway.core;

import io.windsock.contracts.query.Answer;
import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question.Kind;
import java.util.ArrayList;
import java.util.List;

/** Records what a core sends, as text and as values. */
final class Recorder implements Output {
  final List<String> log = new ArrayList<>();
  final List<Call> sent = new ArrayList<>();
  final List<Answer> relayed = new ArrayList<>();

  /** The kind of each call, and the ms to its outcome. */
  final List<String> times = new ArrayList<>();

  @Override
  public void send(String site, Call call) {
    log.add("send " + site + " " + call.id());
    sent.add(call);
  }

  @Override
  public void cancel(String site, String id) {
    log.add("cancel " + site + " " + id);
  }

  @Override
  public void relay(Requester requester, Answer answer) {
    log.add("relay " + requester.connection() + " " + answer.id() + " " + answer.status());
    relayed.add(answer);
  }

  @Override
  public void took(Kind kind, long ns) {
    times.add(kind + " " + ns / 1_000_000);
  }

  /** Returns what was sent since the last time. */
  List<String> take() {
    List<String> taken = List.copyOf(log);
    log.clear();
    return taken;
  }

  Call last() {
    return sent.get(sent.size() - 1);
  }
}
