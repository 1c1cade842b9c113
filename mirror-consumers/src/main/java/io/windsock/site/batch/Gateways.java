package io.windsock.site.batch;

import io.windsock.contracts.query.Call;
import io.windsock.contracts.query.Question;
import io.windsock.platform.link.AnswerStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The gateways' streams, by name and kind. A gateway may have several of a kind for a while: one
 * whose connection was lost unnoticed, or one that it meant for another site and ends at once. The
 * newest that is open gets the answers. Any thread may use it.
 */
final class Gateways {
  private record Key(String gateway, Question.Kind kind) {}

  /** Immutable lists, the newest stream last, none of them empty. */
  private final Map<Key, List<AnswerStream>> streams = new ConcurrentHashMap<>();

  private static Key key(AnswerStream stream) {
    return new Key(stream.sender().name(), stream.kind());
  }

  /** Adds the stream of a gateway; ignores other senders' streams. */
  void add(AnswerStream stream) {
    if (stream.sender().gateway()) {
      streams.merge(
          key(stream),
          List.of(stream),
          (earlier, one) -> Stream.concat(earlier.stream(), one.stream()).toList());
    }
  }

  /** Returns whether there is none. */
  boolean isEmpty() {
    return streams.isEmpty();
  }

  /** Removes a stream that has ended. */
  void remove(AnswerStream stream) {
    streams.computeIfPresent(
        key(stream),
        (key, all) -> {
          List<AnswerStream> rest = all.stream().filter(other -> other != stream).toList();
          return rest.isEmpty() ? null : rest;
        });
  }

  private @Nullable AnswerStream newest(String gateway, Question.Kind kind) {
    List<AnswerStream> all = streams.get(new Key(gateway, kind));
    return all == null ? null : all.get(all.size() - 1);
  }

  /**
   * Returns where the answer to a call goes: to each gateway that the call names and that has a
   * stream here; if there is none, to where it came from.
   */
  List<AnswerStream> receivers(AnswerStream asking, Call call) {
    List<AnswerStream> receivers = new ArrayList<>(call.gateways().size());
    for (String gateway : call.gateways()) {
      AnswerStream stream =
          gateway.equals(asking.sender().name()) ? asking : newest(gateway, asking.kind());
      if (stream != null && !receivers.contains(stream)) {
        receivers.add(stream);
      }
    }
    return receivers.isEmpty() ? List.of(asking) : receivers;
  }
}
