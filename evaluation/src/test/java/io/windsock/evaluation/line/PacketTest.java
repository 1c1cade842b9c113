package io.windsock.evaluation.line;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class PacketTest {
  /** A SYN from 10.0.0.1:4660 to 10.0.0.2:443. */
  private static final String SYN =
      "450000280000400040060000" + "0a000001" + "0a000002" + "123401bb" + "00000000".repeat(4);

  private static Packet packet(String hex) {
    return new Packet(HexFormat.of().parseHex(hex));
  }

  @Test
  void shouldExchangeAddresses() {
    Packet packet = packet(SYN);
    packet.exchangeAddresses();
    assertThat(packet.bytes())
        .isEqualTo(packet(SYN.replace("0a0000010a000002", "0a0000020a000001")).bytes());
  }

  @Test
  void shouldReadThePort() {
    assertThat(packet(SYN).isTcp()).isTrue();
    assertThat(packet(SYN).destinationPort()).isEqualTo(443);
  }

  @Test
  void shouldKnowOtherPackets() {
    assertThat(packet(SYN.replaceFirst("40064000|4006", "4011")).isTcp()).isFalse();
    assertThat(packet("60" + SYN.substring(2)).isTcp()).isFalse();
    assertThat(packet(SYN.substring(0, 40)).isTcp()).isFalse();
    assertThat(packet("45").isTcp()).isFalse();
  }
}
