package io.windsock.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.site.join.JoinFrom;
import io.windsock.site.status.SiteDomain;
import io.windsock.site.status.SiteRole;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SiteConfigTest {
  @Test
  void shouldNameEveryFaultAtOnce() {
    SiteConfigBuilder wrong =
        SiteConfig.builder(
                SiteRole.MIRROR, "a mirror", "", Path.of("data"), SiteDomain.builtIn("airline"))
            .http("127.0.0.1", 70_000)
            .linkPort(-1)
            .rehearsal(Duration.ofMinutes(2))
            .keyCalls(0, 0)
            .viewCalls(100, 200)
            .allowedHosts(List.of("http://windsock.example", "windsock.example:80", "*.example"))
            .memoryBytes(1)
            .peers(List.of("127.0.0.1:80"))
            .kafka(Map.of("auto.offset.reset", "earliest"));

    assertThatThrownBy(wrong::build)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("site.name")
        .hasMessageContaining("a mirror")
        .hasMessageContaining("site.bootstrapServers")
        .hasMessageContaining("site.httpPort: is 70000")
        .hasMessageContaining("site.linkPort: is -1")
        .hasMessageContaining("site.rehearsalMs: is 120000")
        .hasMessageContaining("site.keyCalls.high: is 0")
        .hasMessageContaining("site.viewCalls.low: is 200")
        .hasMessageContaining(
            "site.allowedHosts: is http://windsock.example; it must be a host name")
        .hasMessageContaining("site.allowedHosts: is windsock.example:80")
        .hasMessageContaining("site.allowedHosts: is *.example")
        .hasMessageContaining("site.memoryBytes")
        .hasMessageContaining("site.peers: is 127.0.0.1:80")
        .hasMessageContaining("site.kafka: is auto.offset.reset");
  }

  @Test
  void shouldNameItsGroupAfterPrefixAndSite() {
    SiteConfig config =
        SiteConfig.builder(
                SiteRole.CENTRAL,
                "central",
                "localhost:9092",
                Path.of("data"),
                SiteDomain.builtIn("airline"))
            .build();

    assertThat(config.group()).isEqualTo("windsock.site.central");
    assertThat(config.applyOptions().kafka())
        .containsEntry("group.id", "windsock.site.central")
        .containsEntry("bootstrap.servers", "localhost:9092");
  }

  /** A site that found no snapshot to prefer must not look for one again and again. */
  @Test
  void shouldReadTheLogOnceItIsRestarted() {
    SiteConfig config =
        SiteConfig.builder(
                SiteRole.MIRROR,
                "m1",
                "localhost:9092",
                Path.of("data"),
                SiteDomain.builtIn("airline"))
            .joinFrom(JoinFrom.AUTO)
            .build();

    assertThat(config.applyOptions().following().joinFrom()).isEqualTo(JoinFrom.AUTO);
    for (SiteConfig next :
        List.of(config.forRestart(80, List.of()), config.rebuilding(80, List.of()))) {
      assertThat(next.applyOptions().following().joinFrom()).isEqualTo(JoinFrom.LOG);
    }
  }
}
