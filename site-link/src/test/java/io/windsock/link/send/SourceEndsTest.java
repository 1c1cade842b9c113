package io.windsock.link.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.link.stats.CopyProgress;
import io.windsock.platform.time.Clocks;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class SourceEndsTest {
  private static final TopicPartition LED = new TopicPartition("t", 0);
  private static final TopicPartition LEADERLESS = new TopicPartition("t", 1);

  private final List<TopicPartition> asked = Collections.synchronizedList(new ArrayList<>());
  private final KafkaFutureImpl<ListOffsetsResultInfo> late = new KafkaFutureImpl<>();

  private Admin source() {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "listOffsets" -> ends((Map<?, ?>) args[0]);
                  case "close" -> null;
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }

  /** One partition ends at 7; the other does not say it until {@code late} is complete. */
  private ListOffsetsResult ends(Map<?, ?> specs) {
    Map<TopicPartition, KafkaFuture<ListOffsetsResultInfo>> ends = new HashMap<>();
    for (TopicPartition partition : List.of(LED, LEADERLESS)) {
      if (specs.containsKey(partition)) {
        asked.add(partition);
        ends.put(partition, partition.equals(LED) ? KafkaFuture.completedFuture(end(7)) : late);
      }
    }
    return new ListOffsetsResult(ends);
  }

  private static ListOffsetsResultInfo end(long offset) {
    return new ListOffsetsResultInfo(offset, -1, Optional.empty());
  }

  private long times(TopicPartition partition) {
    return List.copyOf(asked).stream().filter(partition::equals).count();
  }

  @Test
  @SuppressWarnings("try") // it works by itself
  void shouldAskForOthersWhileAPartitionDoesNotAnswer() {
    CopyProgress progress = new CopyProgress();
    progress.began(Map.of(LED, 5L, LEADERLESS, 0L), Set.of(LED));
    try (SourceEnds ends = SourceEnds.start(this::source, progress, Clocks.system())) {
      await().until(() -> times(LED) >= 3);
      assertThat(times(LEADERLESS)).isOne();
      assertThat(progress.lag(System.currentTimeMillis())).isEqualTo(CopyProgress.UNKNOWN);

      late.complete(end(2));

      await().until(() -> times(LEADERLESS) >= 2);
      assertThat(progress.lag(System.currentTimeMillis())).isEqualTo(4);
    }
  }
}
