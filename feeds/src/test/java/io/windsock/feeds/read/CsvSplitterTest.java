package io.windsock.feeds.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvSplitterTest {
  private final CsvSplitter splitter = new CsvSplitter(CsvFormat.STANDARD);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "a,b|a b",
        "a,|a ∅",
        ",|∅ ∅",
        "''|∅",
        "\"a,b\",c|a,b c",
        "\"\",c|∅ c",
        "\"say \"\"hi\"\"\",c|say_\"\"hi\"\" c",
        "5\" pipe,b|5\"_pipe b",
        "a\"b\"c|a\"b\"c"
      })
  void shouldFindTheFields(String line, String expected) {
    byte[] bytes = ("#" + line).getBytes(StandardCharsets.UTF_8);

    int count = splitter.split(bytes, 1, bytes.length);

    List<String> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = 1 + splitter.start(i);
      String field = new String(bytes, from, 1 + splitter.end(i) - from, StandardCharsets.UTF_8);
      fields.add(field.isEmpty() ? "∅" : field.replace(' ', '_'));
    }
    assertThat(String.join(" ", fields)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {"\"a|-1", "a,\"b,c|-1", "\"a\"\"|-1", "\"a\"b,c|-2", "\"a\" ,c|-2"})
  void shouldSayWhatIsWrong(String line, int expected) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);

    assertThat(splitter.split(bytes, 0, bytes.length)).isEqualTo(expected);
  }

  /** Every byte but the delimiter is text where there is no quote. */
  @Test
  void shouldTakeNoByteForAQuoteWhereThereIsNone() {
    CsvFormat unquoted = new CsvFormat(',', (char) 0, (char) 0, List.of(), false);
    for (int b = Byte.MIN_VALUE; b <= Byte.MAX_VALUE; b++) {
      byte[] line = {(byte) b, ',', (byte) b};
      assertThat(new CsvSplitter(unquoted).split(line, 0, 3)).isEqualTo(b == ',' ? 4 : 2);
    }
  }
}
