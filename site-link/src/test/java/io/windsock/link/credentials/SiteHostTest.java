package io.windsock.link.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SiteHostTest {
  @ParameterizedTest
  @CsvSource({
    "backup.example, backup.example, dns:backup.example",
    "a, a, dns:a",
    "10.0.0.1, 10.0.0.1, ip:10.0.0.1",
    "'backup.example, 10.0.0.2', backup.example, 'dns:backup.example,ip:10.0.0.2'",
    "2001:db8::1, 2001-db8--1, ip:2001:db8::1",
    "3com.example, 3com.example, dns:3com.example",
  })
  void shouldTellNamesFromAddresses(String text, String folder, String names) {
    SiteHost site = SiteHost.parse(text);

    assertThat(site.folder()).isEqualTo(folder);
    assertThat(site.alternativeNames()).isEqualTo(names);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a,",
        "a b",
        "a:9600",
        "-a",
        "a..b",
        "a/b",
        "../a",
        "*.example",
        "300.1.1.1",
        "1.2.3",
        "::g",
        ":::",
        "1::2::3",
        "::ffff:1.2.3.4",
        "san=x"
      })
  void shouldRefuseWhatIsNoHost(String text) {
    assertThatThrownBy(() -> SiteHost.parse(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("is neither the name of a host nor an address");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 300})
  void shouldTakeNamesOfUpTo253Characters(int labels) {
    String name = "a.".repeat(labels) + "example";
    if (name.length() <= 253) {
      assertThat(SiteHost.parse(name).names()).containsExactly(name);
    } else {
      assertThatThrownBy(() -> SiteHost.parse(name)).isInstanceOf(ConfigurationException.class);
    }
  }
}
