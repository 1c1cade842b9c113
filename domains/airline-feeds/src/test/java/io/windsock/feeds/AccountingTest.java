package io.windsock.feeds;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nothing is dropped silently: whatever a file holds, each of its lines is in one of the counts.
 */
class AccountingTest {
  private static final int ROUNDS = 150;

  private final Path folder;

  AccountingTest(@TempDir Path folder) {
    this.folder = folder;
  }

  /** What a format's files look like: a header, if any, and sound lines. */
  private record Form(String header, List<String> lines) {}

  private static Form form(String format) {
    return switch (format) {
      case "sbs" ->
          new Form(
              "",
              List.of(
                  "MSG,3,1,1,A9D121,1,2022/04/10,12:52:21.746,2022/04/10,12:52:21.794,,125,,,37.7,-122.2,,,0,,0,0",
                  "MSG,1,1,1,A9D121,1,2022/04/10,12:52:21.746,2022/04/10,12:52:21.794,BAW1,,,,,,,,0,,0,0",
                  "AIR,,496,5906,400F01,27931,2010/02/19,18:06:07.128,2010/02/19,18:06:07.128"));
      case "csv" ->
          new Form(
              "flight_id,timestamp,latitude,longitude,altitude,speed_gnd,track_gnd,vert_speed,distance_arp,"
                  + "sequence_number\n",
              List.of("f1,2017-08-02T11:44:08Z,51.9,-1.1,14515.2,312.6,154.9,-129.1,73681.0,533"));
      default ->
          new Form(
              "",
              List.of(
                  "{\"icao\":\"4ca123\",\"timestamp\":1650000000,\"trace\":[[0,51.5,-0.1,100,1,2,0,3,null]]}"));
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"sbs", "csv", "json"})
  void shouldCountEveryLineOnce(String format) throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Form form = form(format);
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder text = new StringBuilder(form.header);
      // Two sound lines, so that the format is known.
      String sound = form.lines.get(0);
      text.append(sound).append('\n').append(sound).append('\n');
      int lines = 2;
      for (int i = random.nextInt(60); i > 0; i--) {
        String line = spoil(form.lines.get(random.nextInt(form.lines.size())), random);
        text.append(line).append(random.nextInt(4) == 0 ? "\r\n" : "\n");
        lines += line.isBlank() ? 0 : 1;
      }
      FeedStats stats = read(text.toString());

      // A line of JSON may hold several records, and break behind them.
      assertThat(stats.records())
          .as("seed %d round %d\n%s", seed, round, text)
          .isBetween((long) lines, format.equals("json") ? Long.MAX_VALUE : lines);
      assertThat(stats.addsUp()).isTrue();
    }
  }

  private FeedStats read(String text) throws Exception {
    Path file = Files.write(folder.resolve("a"), text.getBytes(StandardCharsets.ISO_8859_1));
    FeedFixture feed = new FeedFixture(folder).file(file).read();
    assertThat(feed.stats().faults()).isEqualTo(feed.faults.size());
    assertThat(feed.stats().events()).isEqualTo(feed.events.size());
    return feed.stats();
  }

  /**
   * The line with some characters changed, cut or added; never with quotes, which may span lines.
   */
  private static String spoil(String line, Random random) {
    StringBuilder spoilt = new StringBuilder(line);
    for (int i = random.nextInt(4); i > 0 && spoilt.length() > 0; i--) {
      int at = random.nextInt(spoilt.length());
      switch (random.nextInt(5)) {
        case 0 -> spoilt.setLength(at);
        case 1 -> spoilt.deleteCharAt(at);
        case 2 -> spoilt.insert(at, ',');
        case 3 -> spoilt.setCharAt(at, (char) (' ' + 3 + random.nextInt(90)));
        default -> spoilt.setCharAt(at, (char) (128 + random.nextInt(128)));
      }
    }
    return spoilt.toString();
  }
}
