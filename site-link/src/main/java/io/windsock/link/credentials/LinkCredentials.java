package io.windsock.link.credentials;

import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes what the sites of a link need to trust each other and nobody else: one key for batches, and
 * a certificate for each site from an authority whose own key is not kept, so that nobody can issue
 * further ones. Each certificate serves a sender and a receiver, as they change places when a link
 * fails back.
 */
public final class LinkCredentials {
  private static final String AUTHORITY = "authority";
  private static final int KEY_BYTES = 32;
  private static final DateTimeFormatter KEY_ID =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss").withZone(ZoneOffset.UTC);

  private final Path work;
  private final Keytool keytool;
  private final String id;
  private final int days;

  private LinkCredentials(Path work, Instant now, int days) {
    this.work = work;
    keytool = new Keytool(work.resolve("store"));
    id = KEY_ID.format(now);
    this.days = days;
  }

  /**
   * Makes a folder with one for each site. It is there whole, or not at all.
   *
   * @param out the folder, which must not exist yet
   * @param sites the sites; no two of the same first name
   * @param now the time, which names the key
   * @param days how long the certificates are valid; at least 1
   * @return the files of each site
   * @throws ConfigurationException if the folder exists, or two sites would have the same one
   * @throws IOException if files can't be written, or keytool fails
   */
  public static Map<SiteHost, SiteFiles> make(Path out, List<SiteHost> sites, Instant now, int days)
      throws IOException, InterruptedException {
    check(out, sites);
    Path folder = out.toAbsolutePath().normalize();
    Path parent = folder.getParent();
    if (parent == null) {
      throw exists(out);
    }
    Files.createDirectories(parent);
    Path work = Files.createTempDirectory(parent, folder.getFileName() + ".part");
    try {
      Path made = new LinkCredentials(work, now, days).make(sites);
      Files.move(made, folder, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      delete(work);
    }
    Map<SiteHost, SiteFiles> files = new LinkedHashMap<>();
    sites.forEach(site -> files.put(site, new SiteFiles(out.resolve(site.folder()))));
    return files;
  }

  private static void check(Path out, List<SiteHost> sites) {
    if (Files.exists(out)) {
      throw exists(out);
    }
    Set<String> folders = new HashSet<>();
    for (SiteHost site : sites) {
      // Key stores and some file systems ignore case.
      if (!folders.add(site.folder().toLowerCase(Locale.ROOT))) {
        throw ConfigurationException.of(
            "HOST",
            "'" + site.names().get(0) + "' is there twice; each site has a name of its own");
      }
    }
  }

  private static ConfigurationException exists(Path out) {
    return ConfigurationException.of(
        "--out", "'" + out + "' exists already; name another folder, or move it away");
  }

  private Path make(List<SiteHost> sites) throws IOException, InterruptedException {
    keytool.authority(AUTHORITY, named("authority " + id));
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    String keys = id + " = " + Base64.getEncoder().encodeToString(key) + "\n";
    Path all = Files.createDirectory(work.resolve("sites"));
    for (SiteHost site : sites) {
      // The working folder is its owner's alone, and so are those that are made in it.
      Path folder = Files.createTempDirectory(work, "site");
      write("site-" + site.folder(), site, new SiteFiles(folder), keys);
      Files.move(folder, all.resolve(site.folder()), StandardCopyOption.ATOMIC_MOVE);
    }
    return all;
  }

  private void write(String alias, SiteHost site, SiteFiles files, String keys)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(named("site"));
    options.addAll(List.of("-ext", "san=" + site.alternativeNames()));
    keytool.issue(alias, AUTHORITY, options);
    keytool.writeCertificate(AUTHORITY, files.tls().authority());
    keytool.writeCertificate(alias, files.tls().certificate());
    keytool.writeKey(alias, files.tls().key());
    OwnersFile.create(files.keys());
    Files.writeString(files.keys(), keys);
  }

  /** Valid since yesterday, as the clocks of two sites differ. */
  private List<String> named(String what) {
    String validity = String.valueOf(days + 1);
    return List.of(
        "-dname", "CN=Windsock link " + what, "-startdate", "-1d", "-validity", validity);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
