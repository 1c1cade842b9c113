package io.windsock.platform.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoutesTest {
  private enum Path {
    HOME("/"),
    ALL("/all"),
    ONE("/all/{name}"),
    PART("/all/{name}/part");

    private final String template;

    Path(String template) {
      this.template = template;
    }
  }

  private final Routes<Path> routes = new Routes<>(Path.class, path -> path.template);

  @ParameterizedTest
  @CsvSource({
    "'', HOME",
    "all, ALL",
    "all/x, ONE",
    "all/x/part, PART",
    "all/, ",
    "all/x/y, ",
    "other, ",
    "all//part, ",
  })
  void shouldFindTheRouteOfAPath(String path, @Nullable Path expected) {
    assertThat(routes.of(List.of(path.split("/", -1)))).isEqualTo(expected);
  }
}
