package io.windsock.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.image.ClusterImage;
import org.apache.kafka.metadata.BrokerRegistration;
import org.junit.jupiter.api.Test;

class FormerRegistrationTest {
  private static ClusterImage cluster(int node, boolean fenced) {
    BrokerRegistration registration =
        new BrokerRegistration.Builder()
            .setId(node)
            .setEpoch(7)
            .setIncarnationId(Uuid.ONE_UUID)
            .setFenced(fenced)
            .build();
    return new ClusterImage(Map.of(node, registration), Map.of());
  }

  @Test
  void shouldLastWhileTheNodeCountsAsAlive() {
    assertThat(FormerRegistration.ended(cluster(1, false), 1)).isFalse();
  }

  @Test
  void shouldEndWhenTheNodeIsFenced() {
    assertThat(FormerRegistration.ended(cluster(1, true), 1)).isTrue();
  }

  @Test
  void shouldHaveEndedWhereTheNodeNeverWas() {
    assertThat(FormerRegistration.ended(ClusterImage.EMPTY, 1)).isTrue();
    assertThat(FormerRegistration.ended(cluster(2, false), 1)).isTrue();
  }
}
