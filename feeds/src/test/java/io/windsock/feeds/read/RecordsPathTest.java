package io.windsock.feeds.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordsPathTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "list[]", "data.flights[]", "a[].b[]", "[][]", "data"})
  void shouldReadPaths(String text) {
    assertThat(RecordsPath.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "a.", ".a", "a..b", "a[0]", "a[", "a.[]"})
  void shouldRefuseWhatIsNone(String text) {
    assertThatThrownBy(() -> RecordsPath.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a.b", "routes[0].code", "[0]", "[8].flight", "/now", "a[0][1]"})
  void shouldReadPathsOfValues(String text) {
    assertThat(JsonPath.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "a.", ".a", "a[]", "a[x]", "a[0", "a[0]b", "a[-1]", "a.[0]"})
  void shouldRefuseWhatIsNoPathOfAValue(String text) {
    assertThatThrownBy(() -> JsonPath.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
