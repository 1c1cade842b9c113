package io.windsock.cli.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.credentials.LinkCredentials;
import io.windsock.link.credentials.SiteFiles;
import io.windsock.link.credentials.SiteHost;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class LineOptionsTest {
  /** A command with these options. */
  @Command
  private static final class Side {
    @Mixin private LineOptions line = new LineOptions();
  }

  private static LineOptions parse(String args) {
    Side side = new Side();
    new CommandLine(side).parseArgs(args.split(" ", -1));
    return side.line;
  }

  @Test
  void shouldTakeAFolderOfCredentials(@TempDir Path folder) throws Exception {
    Path out = folder.resolve("made");
    LinkCredentials.make(out, List.of(SiteHost.parse("a")), Instant.now(), 1);

    LineOptions line = parse("--credentials " + out.resolve("a"));

    SiteFiles files = new SiteFiles(out.resolve("a"));
    assertThat(line.tls()).isEqualTo(files.tls());
    assertThat(line.keys().active().id()).isNotEmpty();
  }

  /** Such as the folder that has one for each site. */
  @Test
  void shouldSayWhichFolderIsMeant(@TempDir Path folder) throws Exception {
    Path out = folder.resolve("made");
    LinkCredentials.make(out, List.of(SiteHost.parse("a")), Instant.now(), 1);

    LineOptions line = parse("--credentials " + out);

    assertThatThrownBy(line::keys)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'" + out + "' has no file 'keys'; name the folder of this site");
    assertThatThrownBy(line::tls)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("name the folder of this site");
  }

  @ParameterizedTest
  @CsvSource({
    "--keys k --credentials c",
    "--credentials c --certificate p",
    "--credentials c --private-key p",
    "--credentials c --authority p",
    "--credentials c --clear-text",
  })
  void shouldRefuseAFolderBesideFiles(String args) {
    assertThatThrownBy(() -> parse(args).tls())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("goes without --keys, the files of TLS and --clear-text");
  }

  @Test
  void shouldNameTheRemedyIfNothingIsNamed() {
    LineOptions line = parse("--clear-text");

    assertThatThrownBy(line::keys)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("name a file of keys, or a folder with --credentials");
    assertThatThrownBy(() -> parse("--keys k").tls())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("name all three, or a folder with --credentials");
  }
}
