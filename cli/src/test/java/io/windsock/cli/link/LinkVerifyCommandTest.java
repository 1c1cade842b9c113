package io.windsock.cli.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.cli.option.IncomparableException;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Failure;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LinkVerifyCommandTest {
  static Stream<Arguments> faults() {
    return Stream.of(
        Arguments.of(new Failure("no broker answers"), "no broker answers"),
        Arguments.of(
            new KafkaException("timed out"),
            "a cluster does not answer (timed out); check -b and --target"),
        Arguments.of(
            new IllegalStateException("closed"),
            "the comparison failed (java.lang.IllegalStateException: closed); --verbose shows where"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void shouldNotSayThatTheClustersDifferWhenTheComparisonFails(
      RuntimeException fault, String message) {
    assertThat(LinkVerifyCommand.incomparable(fault))
        .isInstanceOf(IncomparableException.class)
        .hasMessage(message)
        .hasCause(fault);
  }

  @Test
  void shouldLeaveFaultsOfTheConfigurationToTheUsualReport() {
    ConfigurationException fault = ConfigurationException.of("--target", "is none");

    assertThat(LinkVerifyCommand.incomparable(fault)).isSameAs(fault);
  }
}
