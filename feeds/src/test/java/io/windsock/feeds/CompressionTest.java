package io.windsock.feeds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.feeds.recorded.Feeds;
import io.windsock.feeds.recorded.RecordedFeed;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compression, told by content. */
class CompressionTest {
  private static final String MAPPING =
      """
      mapping: test
      sources:
        - format: csv
          csv: {columns: [id, at, lat, lon]}
          order: time
          key: "{id}"
          events:
            - type: FlightPosition
              time: {field: at, as: epoch-s}
              fields: {latitude: lat, longitude: lon}
      """;
  private static final String LINE = "A9D121,1649595141.746,37.72077,-122.20135\n";

  private final Path folder;

  CompressionTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private FeedFixture feed() {
    return new FeedFixture(folder).mapping(MAPPING);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] gzip(byte[] bytes) throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  @Test
  void shouldUnpackByContentWhateverTheName() throws Exception {
    byte[] lines = utf8(LINE.repeat(1000));
    FeedFixture feed =
        feed().file("a.csv", gzip(lines)).file("b.gz", Zstd.compress(lines)).file("c.zst", lines);

    try (RecordedFeed open = Feeds.open(feed.request())) {
      assertThat(open.files())
          .extracting(RecordedFeed.FileInfo::compression)
          .containsExactly("gzip", "zstd", "plain");
      assertThat(FeedInfo.read(open, 10).stats().events()).isEqualTo(3000);
      assertThat(open.stats().progress()).isEqualTo(1);
    }
  }

  @Test
  void shouldUnpackPartsOneAfterTheOther() throws Exception {
    FeedFixture feed =
        feed()
            .file("a", concat(gzip(utf8(LINE)), gzip(utf8(LINE))))
            .file("b", concat(Zstd.compress(utf8(LINE)), Zstd.compress(utf8(LINE))))
            .read();

    assertThat(feed.events).hasSize(4);
    assertThat(feed.faults).isEmpty();
  }

  @Test
  void shouldReadTheSoundPartOfDataThatIsCutShort() throws Exception {
    StringBuilder text = new StringBuilder();
    Random random = new Random(5);
    for (int i = 0; i < 20_000; i++) {
      text.append(LINE.replace("37.72077", "37." + random.nextLong(1L << 50)));
    }
    byte[] lines = utf8(text.toString());
    for (byte[] packed : List.of(gzip(lines), Zstd.compress(lines))) {
      FeedFixture feed = feed().file("cut", Arrays.copyOf(packed, packed.length * 2 / 3)).read();

      assertThat(feed.reasons()).singleElement().asString().endsWith("data is cut short");
      assertThat(feed.faults.get(0).number()).isEqualTo(feed.events.size() + 1L);
      assertThat(feed.stats().addsUp()).isTrue();
    }
  }

  @Test
  void shouldReportCorruptData() throws Exception {
    byte[] noise = new byte[200_000];
    new Random(3).nextBytes(noise);
    for (int i = 0; i < noise.length; i++) {
      noise[i] = (byte) ('a' + (noise[i] & 15));
    }
    byte[] packed = gzip(concat(utf8(LINE.repeat(10_000)), concat(noise, utf8("\n"))));
    Arrays.fill(packed, packed.length - 50_000, packed.length - 49_000, (byte) 0xff);
    FeedFixture feed = feed().file("a", packed).read();

    assertThat(feed.events).hasSize(10_000);
    assertThat(feed.reasons()).last().asString().startsWith("gzip data is corrupt: ");
  }

  @Test
  void shouldRefuseDataOfWhichNothingCanBeUnpacked() {
    byte[] packed = Zstd.compress(utf8(LINE.repeat(100)));

    assertThatThrownBy(() -> feed().file("a", Arrays.copyOf(packed, packed.length / 2)).read())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageEndingWith("a: can't be read: zstd data is cut short");
  }

  @Test
  void shouldReadABombAsAStream() throws Exception {
    byte[] packed;
    try (InputStream zeros = new Zeros(1L << 30)) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
        gzip.write(utf8(LINE));
        zeros.transferTo(gzip);
        gzip.write(utf8("\n" + LINE));
      }
      packed = out.toByteArray();
    }
    FeedFixture feed = feed().file("bomb", packed).read();

    assertThat(packed.length).isLessThan(2 << 20);
    assertThat(feed.events).hasSize(2);
    assertThat(feed.reasons()).containsExactly("the line is longer than 1048576 bytes");
  }

  /** So many zeros. */
  private static final class Zeros extends InputStream {
    private long left;

    Zeros(long size) {
      left = size;
    }

    @Override
    public int read() {
      return left-- > 0 ? 0 : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
      int count = (int) Math.min(length, left);
      if (count <= 0) {
        return -1;
      }
      Arrays.fill(target, offset, offset + count, (byte) 0);
      left -= count;
      return count;
    }
  }

  @Test
  void shouldReadStandardInput() throws Exception {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(gzip(utf8(LINE.repeat(3)))));
      FeedFixture feed = feed().file(Path.of("-")).read();

      assertThat(feed.events).hasSize(3);
      assertThat(feed.stats().progress()).isEqualTo(1);
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void shouldTellItsProgress() throws Exception {
    Path file = folder.resolve("a");
    Files.write(file, utf8(LINE.repeat(20_000)));
    try (RecordedFeed feed = Feeds.open(feed().file(file).request())) {
      double last = 0;
      for (int i = 0; i < 20_000; i++) {
        assertThat(feed.next()).isNotNull();
        assertThat(feed.stats().progress()).isBetween(last, 1.0);
        last = feed.stats().progress();
      }
      assertThat(feed.next()).isNull();
      assertThat(feed.stats().progress()).isEqualTo(1);
    }
  }
}
