package io.windsock.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.windsock.contracts.topic.Topics;
import io.windsock.contracts.wire.CommitPoint;
import io.windsock.contracts.wire.Decision;
import io.windsock.contracts.wire.Parameters;
import io.windsock.contracts.wire.SiteSample;
import io.windsock.contracts.wire.TopologySample;
import io.windsock.control.actuate.TopicIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The control loop on a machine whose clock is set back. */
class ControlLoopIT {
  private static final Duration PATIENCE = Duration.ofSeconds(40);
  private static final long HOUR_MS = 3_600_000;

  /** Hears everything and does nothing. */
  private static final class Silent implements ControllerListener {
    @Override
    public void heard(SiteSample sample, long atMs) {}

    @Override
    public void heard(TopologySample sample, long atMs) {}

    @Override
    public void changed(Parameters parameters) {}

    @Override
    public void decided(Decision decision) {}

    @Override
    public void committed(CommitPoint point) {}

    @Override
    public void made(Decision decision) {}

    @Override
    public void writes(KafkaClientMetrics client) {}

    @Override
    public void writesNoMore() {}

    @Override
    public void stands() {}
  }

  @Test
  void shouldGoOnAdaptingWhenTheClockIsSetBack() throws Exception {
    Topics topics = new Topics("back");
    AtomicLong stepMs = new AtomicLong();
    ControllerState state =
        new ControllerState(() -> Instant.ofEpochMilli(System.currentTimeMillis() + stepMs.get()));
    try (ControlCluster cluster = new ControlCluster()) {
      cluster.createTopics(topics, 1);
      SiteSample storm =
          cluster
              .site("m1", topics.mirror(), cluster.tokenEpoch(topics.mirror()), 1)
              .setPending(500)
              .build();
      TopicIdentity control = new TopicIdentity(cluster.admin, topics.control());
      ControllerConfig config = cluster.config("one", topics).build();
      try (ControlLoop loop =
          new ControlLoop(
              config, control, state, new Silent(), new TaskQueue(), System::nanoTime)) {
        await().atMost(PATIENCE).until(() -> works(loop) && state.active());
        assertThat(mode(state)).isEqualTo("normal");

        stepMs.set(-HOUR_MS);

        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  cluster.sample(topics, storm);
                  return works(loop) && mode(state).equals("busy");
                });
      }
    }
  }

  private static boolean works(ControlLoop loop) {
    loop.doWork();
    return true;
  }

  private static String mode(ControllerState state) {
    return Objects.requireNonNull(state.parameters()).getInForce().getName();
  }
}
