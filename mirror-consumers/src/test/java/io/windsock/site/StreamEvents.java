package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.site.testing.SseEvent;
import io.windsock.site.testing.SseStreams;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What came by one SSE stream. The streams' thread writes, the test reads. */
final class StreamEvents implements SseStreams.Listener {
  private final List<SseEvent> events = new ArrayList<>();
  private boolean over;

  @Override
  public void opened(int status, Map<String, String> headers) {
    assertThat(status).isEqualTo(200);
  }

  @Override
  public synchronized void event(SseEvent event) {
    events.add(event);
  }

  @Override
  public synchronized void closed(String why) {
    over = true;
  }

  synchronized boolean over() {
    return over;
  }

  /** The names of the events so far. */
  synchronized List<String> names() {
    return events.stream().map(SseEvent::name).toList();
  }

  /** The events of a name so far. */
  synchronized List<SseEvent> named(String name) {
    return events.stream().filter(it -> it.name().equals(name)).toList();
  }

  /** How many events have come. */
  synchronized int count() {
    return events.size();
  }
}
