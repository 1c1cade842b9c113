package io.windsock.link.send;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.platform.kafka.LogTopic;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

class SourceLogTest {
  private static LogTopic topic(String name, int partitions) {
    return new LogTopic("cluster", name, Uuid.randomUuid(), partitions);
  }

  @Test
  void shouldNameTopicsOfMorePartitionsThanALinkCanCopy() {
    assertThatNoException()
        .isThrownBy(() -> SourceLog.requireFew(List.of(topic("a", 16_000), topic("b", 384))));
    assertThatThrownBy(() -> SourceLog.requireFew(List.of(topic("a", 16_000), topic("b", 385))))
        .isInstanceOf(SourceException.class)
        .hasMessage(
            "the topics [a, b] have 16385 partitions together, and the most that a link can copy is"
                + " 16384: copy some of them by a link of another name");
  }
}
