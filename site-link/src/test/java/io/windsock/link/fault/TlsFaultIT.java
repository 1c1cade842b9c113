package io.windsock.link.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.run.Line;
import io.windsock.link.run.Sites;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderStatus.State;
import io.windsock.link.transport.Certificates;
import io.windsock.link.transport.LinkTls;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lines that are not as both sides want them: refused in a line each; no record is seen on any. */
@Timeout(600)
class TlsFaultIT {
  private static final int RECORDS = 2_000;
  private static final int READ_MS = 60_000;

  @TempDir private static Path folder = Path.of("");

  private static PipelineShape serial() {
    return PipelineShape.of(PipelineKind.SERIAL);
  }

  private static LinkSender sender(Sites sites, int port, @Nullable LinkTls tls) {
    return sites.sender(port, serial(), Sites.keys("k1", 1), tls);
  }

  private static void assertRefused(Sites sites, Line line, @Nullable LinkTls tls, String reason) {
    try (LinkSender sender = sender(sites, line.port(), tls)) {
      LinkRun.awaitStatus(sender, State.CONNECTING, reason);
      assertThat(sender.status().epoch()).isZero();
    }
  }

  /**
   * One pair of clusters, on which every line is tried, as starting them is what takes the time.
   */
  @Test
  void shouldRefuseEveryOtherLineAndShowNoRecordOnAny() throws Exception {
    Certificates made = new Certificates(folder);
    made.authority("ca");
    made.authority("other-ca");
    LinkTls receiver = made.issue("receiver", "ca");
    LinkTls sender = made.issue("sender", "ca");
    LinkTls stranger = made.issue("stranger", "other-ca");
    LinkTls late = made.expired("late", "ca");
    LinkTls foreign = made.foreign("foreign", "ca");
    LinkTls impostor = new LinkTls(stranger.certificate(), stranger.key(), receiver.authority());
    LinkTls misled = new LinkTls(sender.certificate(), sender.key(), stranger.authority());

    try (Sites sites = new Sites()) {
      sites.write(RECORDS, 7);
      refuseSenders(sites, receiver, impostor, late, misled);
      refuseReceiver(sites, late, sender, "the peer's certificate is not valid now: NotAfter");
      refuseReceiver(sites, foreign, sender, "the peer's certificate is for another host");
      refuseReceiver(sites, null, sender, "the peer does not speak TLS");
      assertThat(copied(sites, receiver, sender)).isGreaterThan(RECORDS * 40L);
      assertThat(continued(sites)).isGreaterThan(RECORDS * 40L);
    }
  }

  private static void refuseSenders(
      Sites sites, LinkTls receiver, LinkTls impostor, LinkTls late, LinkTls misled)
      throws Exception {
    try (LinkReceiver at = sites.receiver(serial(), receiver);
        Line line = new Line(at.port())) {
      assertRefused(sites, line, impostor, "the peer closed the connection: its log says");
      assertRefused(sites, line, late, "the peer closed the connection: its log says");
      assertRefused(sites, line, misled, "no certificate of an authority that this side trusts");
      assertRefused(sites, line, null, "the peer closed the connection: does it expect TLS?");
      assertTls12Refused(at.port(), receiver.authority());
      assertThat(line.passed()).isPositive();
      assertThat(line.showed(Sites.SECRET)).isFalse();
    }
  }

  private static void refuseReceiver(
      Sites sites, @Nullable LinkTls receiver, LinkTls sender, String reason) throws Exception {
    try (LinkReceiver at = sites.receiver(serial(), receiver);
        Line line = new Line(at.port())) {
      assertRefused(sites, line, sender, reason);
      assertThat(line.showed(Sites.SECRET)).isFalse();
    }
  }

  /** A client that is right but for the version of TLS. */
  private static void assertTls12Refused(int port, Path authority) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust(authority).getTrustManagers(), null);
    try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), port);
        SSLSocket socket =
            (SSLSocket) context.getSocketFactory().createSocket(plain, "127.0.0.1", port, true)) {
      socket.setSoTimeout(READ_MS);
      socket.setEnabledProtocols(new String[] {"TLSv1.2"});
      assertThatThrownBy(socket::startHandshake)
          .isInstanceOf(SSLException.class)
          .hasMessageContaining("protocol_version");
    }
  }

  private static TrustManagerFactory trust(Path authority) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    try (var in = Files.newInputStream(authority)) {
      X509Certificate certificate =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      store.setCertificateEntry("ca", certificate);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory;
  }

  /** Copies through TLS, and returns the bytes that passed. */
  private static long copied(Sites sites, LinkTls receiver, LinkTls sender) throws Exception {
    try (LinkReceiver at = sites.receiver(serial(), receiver);
        Line line = new Line(at.port());
        LinkSender from = sender(sites, line.port(), sender)) {
      LinkRun.awaitCopied(sites, RECORDS);
      LinkRun.awaitStatus(from, State.SENDING, "");
      return unseen(line);
    }
  }

  /** Copies more in clear text, in which the batches are encrypted nevertheless. */
  private static long continued(Sites sites) throws Exception {
    try (LinkReceiver at = sites.receiver(serial(), null);
        Line line = new Line(at.port());
        LinkSender from = sender(sites, line.port(), null)) {
      sites.write(RECORDS, 8);
      LinkRun.awaitCopied(sites, 2 * RECORDS);
      LinkRun.awaitStatus(from, State.SENDING, "");
      assertThat(line.showed("main")).as("the link's name in the capture").isTrue();
      return unseen(line);
    }
  }

  private static long unseen(Line line) {
    assertThat(line.showed(Sites.SECRET)).isFalse();
    assertThat(line.showed("key 1")).isFalse();
    return line.passed();
  }
}
