package io.windsock.platform.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "none | JSON",
        "'' | JSON",
        "*/* | JSON",
        "application/json | JSON",
        "application/avro | AVRO",
        "application/* | JSON",
        "APPLICATION/AVRO | AVRO",
        "text/html, application/xhtml+xml, */*;q=0.8 | JSON",
        "application/json;q=0.5, application/avro | AVRO",
        "application/avro;q=0.5, */*;q=0.6 | JSON",
        "application/json;q=0, */* | AVRO",
        "application/avro;q=0.5 | AVRO",
        "application/json;q=0 | none",
        "image/png | none",
        "*/*;q=0 | none",
        "application/json;q=nonsense | none",
        "application/json;q=7 | none",
        ",,;;=, application/avro;q=1.0 | AVRO",
      })
  void shouldPreferWhatTheClientDoes(@Nullable String accept, @Nullable MediaType expected) {
    assertThat(MediaType.preferred(accept)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "none",
      value = {
        "none | false",
        "gzip | true",
        "deflate, GZIP;q=0.1 | true",
        "* | true",
        "gzip;q=0 | false",
        "*, gzip;q=0 | false",
        "identity | false",
        "br | false",
      })
  void shouldCompressOnlyWhereThatIsWanted(@Nullable String accept, boolean expected) {
    assertThat(MediaType.wantsGzip(accept)).isEqualTo(expected);
  }
}
