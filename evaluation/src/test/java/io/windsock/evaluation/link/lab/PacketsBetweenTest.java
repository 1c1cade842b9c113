package io.windsock.evaluation.link.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PacketsBetweenTest {
  private static final long MAX_PID = 1 << 22;

  @Test
  void shouldNameDevicesByProcess() {
    assertThat(PacketsBetween.device(MAX_PID)).isEqualTo("wsline4194304").hasSizeLessThan(16);
  }

  @Test
  void shouldGiveProcessesNetworksOfTheirOwn() {
    assertThat(PacketsBetween.host(1, 1)).isEqualTo("10.213.0.5");
    assertThat(PacketsBetween.host(1, 2)).isEqualTo("10.213.0.6");
    assertThat(PacketsBetween.host(2, 1)).isEqualTo("10.213.0.9");
    assertThat(PacketsBetween.host((1 << 14) - 1, 2)).isEqualTo("10.213.255.254");
    assertThat(PacketsBetween.host(MAX_PID, 1)).isEqualTo("10.213.0.1");
  }
}
