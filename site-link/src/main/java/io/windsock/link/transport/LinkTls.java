package io.windsock.link.transport;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.ServerSSLOptions;
import io.windsock.contracts.config.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The files of TLS at one side, in PEM: both sides have a certificate, and each accepts those that
 * its authority has issued.
 *
 * @param certificate the certificate of this side, and those that lead to the authority
 * @param key its private key, in PKCS #8
 * @param authority the certificates of the authorities that are trusted
 */
public record LinkTls(Path certificate, Path key, Path authority) {
  private static final Set<String> PROTOCOLS = Set.of("TLSv1.3");

  /** The files' content at one time. */
  record Material(Buffer certificate, Buffer key, Buffer authority) {
    private PemKeyCertOptions own() {
      return new PemKeyCertOptions().addCertValue(certificate).addKeyValue(key);
    }

    private PemTrustOptions trusted() {
      return new PemTrustOptions().addCertValue(authority);
    }

    /** Returns the options of a client, which checks the server's name. */
    ClientSSLOptions client() {
      ClientSSLOptions options = new ClientSSLOptions().setHostnameVerificationAlgorithm("HTTPS");
      options.setKeyCertOptions(own()).setTrustOptions(trusted());
      options.setEnabledSecureTransportProtocols(PROTOCOLS);
      options.setUseAlpn(true).setApplicationLayerProtocols(List.of("h2"));
      return options;
    }

    /** Makes a server's options those of {@link #server}. */
    void addTo(HttpServerOptions options) {
      options.setSsl(true).setUseAlpn(true).setClientAuth(ClientAuth.REQUIRED);
      options.setKeyCertOptions(own());
      options.setTrustOptions(trusted());
      options.setEnabledSecureTransportProtocols(PROTOCOLS);
    }

    /** Returns the options of a server, which requires a certificate of the client. */
    ServerSSLOptions server() {
      ServerSSLOptions options = new ServerSSLOptions().setClientAuth(ClientAuth.REQUIRED);
      options.setKeyCertOptions(own()).setTrustOptions(trusted());
      options.setEnabledSecureTransportProtocols(PROTOCOLS);
      options.setUseAlpn(true).setApplicationLayerProtocols(List.of("h2"));
      return options;
    }
  }

  /**
   * Reads the files.
   *
   * @throws ConfigurationException if one can't be read
   */
  Material read() {
    return new Material(read(certificate), read(key), read(authority));
  }

  /**
   * Reads the files, and checks them.
   *
   * @throws ConfigurationException if one can't be read, or the key is not the certificate's
   */
  Material readPair() {
    Material material = read();
    requirePair(material);
    return material;
  }

  /**
   * Checks that the key is the certificate's.
   *
   * @throws ConfigurationException if it is not
   */
  void requirePair(Material material) {
    if (CertificateKey.isOther(material.certificate(), material.key())) {
      throw ConfigurationException.of(
          key.toString(), "is not the private key of '" + certificate + "': replace both");
    }
  }

  private static Buffer read(Path file) {
    try {
      return Buffer.buffer(Files.readAllBytes(file));
    } catch (IOException e) {
      throw ConfigurationException.of(file.toString(), "can't be read: " + e);
    }
  }
}
