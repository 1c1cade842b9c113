package io.windsock.link.send;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.platform.kafka.LogTopic;
import io.windsock.platform.kafka.MissingOffset;
import io.windsock.platform.kafka.TopicIncarnation;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

/** What a stopped link says has what an operator of the link can do about it. */
class SourceExceptionTest {
  private static final Uuid ID = new Uuid(1, 2);
  private static final LogTopic TOPIC = new LogTopic("cluster", "a", ID, 3);

  @Test
  void shouldNameTheOptionThatCopiesATrimmedSource() {
    MissingOffset missing = MissingOffset.trimmed(new TopicPartition("a", 0), 5, 10);

    assertThat(SourceException.trimmed(missing))
        .hasMessageStartingWith(
            "my offset was trimmed away: next is a-0@5, and the log begins at 10: ")
        .hasMessageContaining("--copy-anew-if-trimmed")
        .matches(SourceException::isTrimmed);
  }

  @Test
  void shouldSayHowToContinueWithATopicThatHasChanged() {
    assertThat(SourceException.changed(TOPIC, new TopicIncarnation(ID, 4)))
        .hasMessage(
            "topic 'a' has 4 partitions now, and had 3: add as many to it at the target, and start the link again");
    assertThat(SourceException.changed(TOPIC, new TopicIncarnation(new Uuid(1, 3), 3)))
        .hasMessageStartingWith("topic 'a' was deleted and created again at the source: ")
        .hasMessageEndingWith("delete the topic and the link's topic there to copy it anew");
    assertThat(SourceException.changed(TOPIC, TopicIncarnation.ABSENT))
        .hasMessageStartingWith("topic 'a' was deleted at the source: promote the target, or ");
  }
}
