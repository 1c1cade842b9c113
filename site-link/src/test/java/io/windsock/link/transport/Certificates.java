package io.windsock.link.transport;

import io.windsock.link.credentials.Keytool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Certificates for a test, also such as are to be refused. */
public final class Certificates {
  private static final String VALID = "-1d";
  private static final String EXPIRED = "-10d";

  private final Path folder;
  private final Keytool keytool;

  public Certificates(Path folder) {
    this.folder = folder;
    keytool = new Keytool(folder.resolve("all.p12"));
  }

  /** Makes an authority. */
  public void authority(String name) throws Exception {
    keytool.authority(name, options(name, VALID));
    keytool.writeCertificate(name, folder.resolve(name + ".pem"));
  }

  /** Makes a certificate for 127.0.0.1 that {@code authority} has issued, and its key. */
  public LinkTls issue(String name, String authority) throws Exception {
    return issue(name, authority, VALID, "ip:127.0.0.1");
  }

  /** Makes one that expired days ago. */
  public LinkTls expired(String name, String authority) throws Exception {
    return issue(name, authority, EXPIRED, "ip:127.0.0.1");
  }

  /** Makes one for another host. */
  public LinkTls foreign(String name, String authority) throws Exception {
    return issue(name, authority, VALID, "dns:elsewhere.example");
  }

  private LinkTls issue(String name, String authority, String from, String host) throws Exception {
    keytool.issue(name, authority, options(name, from, "-ext", "san=" + host));
    Path pem = folder.resolve(name + ".pem");
    keytool.writeCertificate(name, pem);
    Path key = folder.resolve(name + ".key");
    keytool.writeKey(name, key);
    return new LinkTls(pem, key, folder.resolve(authority + ".pem"));
  }

  private static List<String> options(String name, String from, String... more) {
    List<String> options =
        new ArrayList<>(List.of("-dname", "CN=" + name, "-startdate", from, "-validity", "5"));
    options.addAll(List.of(more));
    return options;
  }
}
