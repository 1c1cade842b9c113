package io.windsock.link.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CompressorTest {
  private static byte[] text(int records) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < records; i++) {
      text.append("record ").append(i).append(" of a topic, as others; ");
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] noise(int bytes, long seed) {
    byte[] noise = new byte[bytes];
    new Random(seed).nextBytes(noise);
    return noise;
  }

  @ParameterizedTest
  @CsvSource({"ZSTD,-3", "ZSTD,1", "ZSTD,9", "LZ4,1", "LZ4,9"})
  void shouldShrinkWhatCanShrink(Codec codec, int level) throws RefusedFrameException {
    byte[] part = text(20_000);

    Packed packed = new Compressor(codec, level).pack(part);

    assertThat(packed.codec()).isEqualTo(codec);
    assertThat(packed.bytes().length).isLessThan(part.length / 2);
    assertThat(packed.plainBytes()).isEqualTo(part.length);
    assertThat(Compressor.unpack(codec, packed.bytes(), part.length)).isEqualTo(part);
  }

  @ParameterizedTest
  @EnumSource(Codec.class)
  void shouldSendPlainWhatCannotShrink(Codec codec) throws RefusedFrameException {
    for (int bytes : new int[] {0, 1, 100, 1_000_000}) {
      byte[] part = noise(bytes, bytes);

      Packed packed = new Compressor(codec, 1).pack(part);

      assertThat(packed.codec()).isEqualTo(Codec.PLAIN);
      assertThat(packed.bytes()).isSameAs(part);
      assertThat(Compressor.unpack(Codec.PLAIN, packed.bytes(), bytes)).isEqualTo(part);
    }
  }

  /** Contexts are used again, for other levels, too, and after bytes that are none. */
  @Test
  void shouldPackAndUnpackAlikeHoweverOften() throws RefusedFrameException {
    byte[] part = text(20_000);
    for (int level : new int[] {1, 9, -3, 1, 9}) {
      Packed packed = new Compressor(Codec.ZSTD, level).pack(part);

      assertThat(packed.bytes()).isEqualTo(Zstd.compress(part, level));
      assertThatThrownBy(() -> Compressor.unpack(Codec.ZSTD, noise(1_000, level), part.length))
          .isInstanceOf(RefusedFrameException.class);
      assertThat(Compressor.unpack(Codec.ZSTD, packed.bytes(), part.length)).isEqualTo(part);
    }
  }

  @Property(tries = 100)
  void shouldUnpackWhatItPacked(@ForAll byte[] part, @ForAll Codec codec)
      throws RefusedFrameException {
    Packed packed = new Compressor(codec, 1).pack(part);

    assertThat(Compressor.unpack(packed.codec(), packed.bytes(), packed.plainBytes()))
        .isEqualTo(part);
  }

  @ParameterizedTest
  @EnumSource(Codec.class)
  void shouldRefuseOtherBytes(Codec codec) {
    byte[] noise = noise(1000, 7);
    assertThatThrownBy(() -> Compressor.unpack(codec, noise, 1001))
        .isInstanceOf(RefusedFrameException.class);
    byte[] packed = new Compressor(codec, 1).pack(text(100)).bytes();
    assertThatThrownBy(() -> Compressor.unpack(codec, packed, 17))
        .isInstanceOf(RefusedFrameException.class)
        .hasMessageContaining(codec.name());
  }

  @Test
  void shouldRefuseALevelThatTheCodecDoesNotHave() {
    assertThatThrownBy(() -> new Compressor(Codec.ZSTD, 99))
        .hasMessageContaining("level 99 of ZSTD");
    assertThatThrownBy(() -> new Compressor(Codec.LZ4, 0)).hasMessageContaining("from 1 to 17");
  }
}
