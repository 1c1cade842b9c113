package io.windsock.link.credentials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.stage.KeyFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkCredentialsTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:30:45Z");
  private static final SiteHost PRIMARY = SiteHost.parse("primary.example");
  private static final SiteHost BACKUP = SiteHost.parse("backup.example,10.0.0.2");

  @TempDir private Path folder = Path.of("");

  private Map<SiteHost, SiteFiles> make(String name, SiteHost... sites) throws Exception {
    return LinkCredentials.make(folder.resolve(name), List.of(sites), NOW, 30);
  }

  private static X509Certificate read(Path file) throws IOException, CertificateException {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  @Test
  void shouldGiveEachSiteAKeyAndACertificateOfOneAuthority() throws Exception {
    Map<SiteHost, SiteFiles> made = make("new/credentials", PRIMARY, BACKUP);

    SiteFiles primary = files(made, PRIMARY);
    SiteFiles backup = files(made, BACKUP);
    assertThat(primary.folder()).isEqualTo(folder.resolve("new/credentials/primary.example"));
    assertThat(Files.readString(primary.keys())).isEqualTo(Files.readString(backup.keys()));
    assertThat(KeyFile.open(primary.keys()).active().id()).isEqualTo("20260301-123045");
    X509Certificate authority = read(primary.tls().authority());
    assertThat(read(backup.tls().authority())).isEqualTo(authority);
    X509Certificate certificate = read(backup.tls().certificate());
    certificate.verify(authority.getPublicKey());
    assertThat(certificate.getBasicConstraints()).as("no authority itself").isEqualTo(-1);
    assertThat(certificate.getSubjectAlternativeNames().toString())
        .contains("backup.example")
        .contains("10.0.0.2");
    Duration valid = Duration.between(Instant.now(), certificate.getNotAfter().toInstant());
    assertThat(valid).isBetween(Duration.ofDays(30).minusHours(1), Duration.ofDays(30));
  }

  @Test
  void shouldLeaveNeitherAKeyOfTheAuthorityNorAFileThatOthersCanRead() throws Exception {
    make("made", PRIMARY, BACKUP);

    try (Stream<Path> paths = Files.walk(folder)) {
      assertThat(paths.filter(Files::isRegularFile).map(path -> folder.relativize(path).toString()))
          .containsExactlyInAnyOrder(
              "made/primary.example/keys",
              "made/primary.example/certificate.pem",
              "made/primary.example/private.key",
              "made/primary.example/authority.pem",
              "made/backup.example/keys",
              "made/backup.example/certificate.pem",
              "made/backup.example/private.key",
              "made/backup.example/authority.pem");
    }
    Path site = folder.resolve("made/backup.example");
    assertThat(rights(site)).isEqualTo("rwx------");
    assertThat(rights(site.resolve("keys"))).isEqualTo("rw-------");
    assertThat(rights(site.resolve("private.key"))).isEqualTo("rw-------");
  }

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static SiteFiles files(Map<SiteHost, SiteFiles> made, SiteHost site) {
    SiteFiles files = made.get(site);
    if (files == null) {
      throw new AssertionError("nothing was made for " + site);
    }
    return files;
  }

  @Test
  void shouldTouchNothingThatIsThere() throws Exception {
    Files.writeString(folder.resolve("there"), "mine");

    assertThatThrownBy(() -> make("there", PRIMARY))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("there' exists already; name another folder");

    assertThat(folder.resolve("there")).hasContent("mine");
  }

  @Test
  void shouldRefuseTwoSitesOfOneFolder() {
    assertThatThrownBy(() -> make("made", PRIMARY, SiteHost.parse("Primary.example")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'Primary.example' is there twice");
    assertThat(folder).isEmptyDirectory();
  }

  /** As on a JRE without it: what is begun goes away. */
  @Test
  void shouldLeaveNothingWhenItFails() {
    SiteHost wrong = new SiteHost(List.of("-wrong-"));

    assertThatThrownBy(() -> make("made", wrong))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("keytool failed");
    assertThat(folder).isEmptyDirectory();
  }
}
