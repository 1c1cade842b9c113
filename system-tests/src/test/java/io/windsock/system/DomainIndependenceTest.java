package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What knows a domain is in {@code domains}. */
class DomainIndependenceTest {
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
  private static final Pattern AIRLINE =
      Pattern.compile("(?i)airline|airport|aircraft|aviation|flight_?(position|status|state)");

  private static final Pattern TELEPHONY =
      Pattern.compile("(?i)number-?translation|telephon|subscriber ?number|reverse_?charg|\\b0800");

  private static List<String> names(Pattern domain, Path java) {
    try {
      String code = COMMENT.matcher(Files.readString(java)).replaceAll("");
      return domain.matcher(code).results().map(word -> java + ": " + word.group()).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "contracts",
        "embedded-broker",
        "platform",
        "feeds",
        "ede-rules",
        "topology",
        "mirror-consumers",
        "adapt-controller",
        "gateway",
        "site-link"
      })
  void shouldNameNoDomainInTheCodeOfTheCore(String module) throws IOException {
    try (Stream<Path> files = Files.walk(Repository.path(module + "/src/main/java"))) {
      List<Path> java = files.filter(file -> file.toString().endsWith(".java")).toList();

      assertThat(java).isNotEmpty();
      for (Pattern domain : List.of(AIRLINE, TELEPHONY)) {
        assertThat(java.stream().flatMap(file -> names(domain, file).stream())).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"io/windsock/domains/index", "io/windsock/feeds/mappings/index"})
  void shouldFindDomainsAndMappingsInTheJarsOfDomainsAlone(String index) throws IOException {
    List<URL> found = Collections.list(getClass().getClassLoader().getResources(index));

    assertThat(found).isNotEmpty();
    assertThat(found)
        .extracting(URL::toString)
        .allMatch(
            url ->
                Stream.of(
                        "airline",
                        "airline-feeds",
                        "tide-gauges",
                        "number-translation",
                        "evaluation")
                    .anyMatch(module -> url.contains("/" + module + "/")));
  }
}
