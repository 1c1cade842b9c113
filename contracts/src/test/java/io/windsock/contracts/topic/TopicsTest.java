package io.windsock.contracts.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicsTest {
  @Test
  void shouldNameTopicsUnderThePrefix() {
    Topics topics = new Topics("test.1");

    assertThat(topics.source("positions")).isEqualTo("test.1.source.positions");
    assertThat(topics.forward()).isEqualTo("test.1.forward");
    assertThat(topics.mirror()).isEqualTo("test.1.mirror");
    assertThat(topics.deadLetter()).isEqualTo("test.1.dead-letter");
    assertThat(Topics.standard().mirror()).isEqualTo("windsock.mirror");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a/b", "ä", "a\n"})
  void shouldRefuseAPrefixThatKafkaDoesNotAdmit(String prefix) {
    assertThatThrownBy(() -> new Topics(prefix))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("topic prefix '" + prefix + "'");
  }
}
