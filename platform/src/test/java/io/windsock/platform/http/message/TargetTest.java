package io.windsock.platform.http.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {
  @Test
  void shouldTakeAPathApart() {
    assertThat(Target.parse("/").segments()).isEqualTo(List.of(""));
    assertThat(Target.parse("/v1/state/a%2Fb%20%C3%A9+").segments())
        .isEqualTo(List.of("v1", "state", "a/b é+"));
    assertThat(Target.parse("/a//b/").segments()).isEqualTo(List.of("a", "", "b", ""));
  }

  @Test
  void shouldTakeAQueryApart() {
    Target target = Target.parse("/x?a=1&&b=%26%3D+%2B&c");

    assertThat(target.parameter("a")).isEqualTo("1");
    assertThat(target.parameter("b")).isEqualTo("&= +");
    assertThat(target.parameter("none")).isNull();
    assertThatThrownBy(() -> target.parameter("c")).hasMessageContaining("'c' is empty");
    assertThatThrownBy(() -> target.allow(Set.of("a", "b"))).hasMessageContaining("'c'");
    target.allow(Set.of("a", "b", "c", "d"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "*",
        "http://host/path",
        "/a#b",
        "/%",
        "/%4",
        "/%zz",
        "/%c3",
        "/%ed%a0%80",
        "/a b",
        "/é",
        "/\u0001",
        "/x?a=1&a=2",
        "/x?%=1",
        "/x?a=1&b=1&c=1&d=1&e=1&f=1&g=1&h=1&i=1&j=1&k=1&l=1&m=1&n=1&o=1&p=1&q=1",
      })
  void shouldRefuseWhatIsNotInOrder(String uri) {
    assertThatThrownBy(() -> Target.parse(uri))
        .isInstanceOfSatisfying(
            Refusal.class,
            refusal -> {
              assertThat(refusal.status()).isEqualTo(400);
              assertThat(refusal.remedy()).isNotEmpty();
            });
  }
}
