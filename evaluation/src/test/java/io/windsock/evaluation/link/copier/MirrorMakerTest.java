package io.windsock.evaluation.link.copier;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.evaluation.link.lab.Backlog;
import org.junit.jupiter.api.Test;

class MirrorMakerTest {
  private static final Backlog BACKLOG = new Backlog("t", 4, 100, 90);

  @Test
  void shouldCopyOneTopicInOneDirection() {
    String text = MirrorMaker.configuration("h:1", "h:2", BACKLOG, "run7", false);

    assertThat(text.lines())
        .contains(
            "clusters = run7, target",
            "run7.bootstrap.servers = h:1",
            "target.bootstrap.servers = h:2",
            "run7->target.topics = t",
            "target->run7.enabled = false")
        .noneMatch(line -> line.contains("batch.size") || line.contains("tasks.max"));
  }

  @Test
  void shouldTuneFetchesBatchesAndTasks() {
    String text = MirrorMaker.configuration("h:1", "h:2", BACKLOG, "run7", true);

    assertThat(text.lines())
        .contains(
            "tasks.max = 4",
            "run7.consumer.max.poll.records = 4000",
            "target.producer.batch.size = 327680",
            "target.producer.compression.type = zstd");
  }
}
