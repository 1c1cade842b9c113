package io.windsock.site.batch;

import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.platform.link.AnswerStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The gateways' streams, by name and kind. Any thread may use it. */
final class Gateways {
  private record Key(String gateway, Question.Kind kind) {}

  private final Map<Key, AnswerStream> streams = new ConcurrentHashMap<>();

  private static Key key(AnswerStream stream) {
    return new Key(stream.sender().name(), stream.kind());
  }

  /** Adds the stream of a gateway, in place of an earlier one; ignores other senders' streams. */
  void add(AnswerStream stream) {
    if (stream.sender().gateway()) {
      streams.put(key(stream), stream);
    }
  }

  /** Returns whether there is none. */
  boolean isEmpty() {
    return streams.isEmpty();
  }

  /** Removes a stream unless a later one has taken its place. */
  void remove(AnswerStream stream) {
    streams.remove(key(stream), stream);
  }

  /**
   * Returns where the answer to a call goes: to each gateway that the call names and that has a
   * stream here; if there is none, to where it came from.
   */
  List<AnswerStream> receivers(AnswerStream asking, Call call) {
    List<AnswerStream> receivers = new ArrayList<>(call.gateways().size());
    for (String gateway : call.gateways()) {
      AnswerStream stream =
          gateway.equals(asking.sender().name())
              ? asking
              : streams.get(new Key(gateway, asking.kind()));
      if (stream != null && !receivers.contains(stream)) {
        receivers.add(stream);
      }
    }
    return receivers.isEmpty() ? List.of(asking) : receivers;
  }
}
