package io.windsock.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class ResolvedHostsTest {
  /** A name that is reserved for never being one. */
  private static final String NOWHERE = "kafka.invalid:9092";

  /** Enough for a second try on a machine that pauses after the first one. */
  private static final long SHORT_MS = 5_000;

  private final AtomicInteger tries = new AtomicInteger();

  @Test
  void shouldMakeTheClientOnceAHostIsKnown() throws Exception {
    String made =
        new ResolvedHosts("kafka-1:9092", 60_000)
            .await(
                () -> {
                  if (tries.incrementAndGet() < 3) {
                    throw unknown();
                  }
                  return "client";
                });

    assertThat(made).isEqualTo("client");
    assertThat(tries).hasValue(3);
  }

  @Test
  void shouldGiveUpInTheEndWhereNoneIs() {
    KafkaException last = unknown();

    assertThatThrownBy(
            () ->
                new ResolvedHosts("kafka-1:9092", SHORT_MS)
                    .await(
                        () -> {
                          tries.incrementAndGet();
                          throw last;
                        }))
        .isSameAs(last);
    assertThat(tries.get()).isGreaterThan(1);
  }

  @Test
  void shouldFailAtOnceForAnyOtherReason() {
    assertThatThrownBy(() -> new ResolvedHosts("kafka-1", 60_000).await(() -> client("kafka-1")))
        .isInstanceOf(KafkaException.class);
  }

  /** What is waited for is what Kafka's clients say, in their own words. */
  @Test
  void shouldWaitForWhatAClientSaysOfAnUnknownHost() {
    assertThatThrownBy(
            () ->
                new ResolvedHosts(NOWHERE, SHORT_MS)
                    .await(
                        () -> {
                          tries.incrementAndGet();
                          return client(NOWHERE);
                        }))
        .isInstanceOf(KafkaException.class);
    assertThat(tries.get()).isGreaterThan(1);
  }

  private static Admin client(String servers) {
    return Admin.create(Map.<String, Object>of("bootstrap.servers", servers));
  }

  private static KafkaException unknown() {
    return new KafkaException(
        "Failed to create new KafkaAdminClient",
        new ConfigException("No resolvable bootstrap urls given in bootstrap.servers"));
  }
}
