package io.windsock.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CompetingWritersTest {
  static Stream<KafkaException> ofAnotherWriter() {
    return Stream.of(
        new ProducerFencedException("a newer epoch"),
        new InvalidProducerEpochException("an older epoch"),
        new InvalidTxnStateException("no transaction is open"),
        new KafkaException("in an error state", new ProducerFencedException("a newer epoch")),
        new KafkaException(
            "Unhandled error in EndTxnResponse: The server experienced an unexpected error when"
                + " processing the request."));
  }

  @ParameterizedTest
  @MethodSource("ofAnotherWriter")
  void shouldTryAgainAfterWhatAnotherWriterCauses(KafkaException failure) {
    assertThat(CompetingWriters.mayHaveCaused(failure)).isTrue();
  }

  static Stream<KafkaException> ofTheCluster() {
    return Stream.of(
        new TimeoutException("no answer"),
        new KafkaException("in an error state", new TimeoutException("no answer")),
        new TransactionalIdAuthorizationException("not this id"),
        new TopicAuthorizationException("control"),
        new SaslAuthenticationException("a wrong password"),
        new ConfigException("bootstrap.servers", "nowhere", "no resolvable address"));
  }

  @ParameterizedTest
  @MethodSource("ofTheCluster")
  void shouldGiveUpWhereTheClusterRefuses(KafkaException failure) {
    assertThat(CompetingWriters.mayHaveCaused(failure)).isFalse();
  }
}
