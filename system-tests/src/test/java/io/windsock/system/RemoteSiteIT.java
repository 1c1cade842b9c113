package io.windsock.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.embedded.Options;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.send.LinkSender;
import io.windsock.link.stage.KeyFile;
import io.windsock.platform.copy.LinkTopic;
import io.windsock.site.SiteConfig;
import io.windsock.site.SiteKeeper;
import io.windsock.site.status.SiteRole;
import io.windsock.site.testing.FlightLog;
import io.windsock.site.testing.RowsClient;
import io.windsock.site.testing.SseStreams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two clusters with a mirror each, and a link between them. Clients move from one mirror to the
 * other by their tokens: under load, at rest, after a fail-over, and after the fail-back.
 */
@Timeout(600)
@SuppressWarnings("try") // some links only have to be open
class RemoteSiteIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration UNDER_LOAD = Duration.ofSeconds(4);
  private static final int CLIENTS = 6;

  @TempDir private Path folder;

  private final EmbeddedBroker primary = EmbeddedBroker.start(Options.temporary());
  private final EmbeddedBroker remote = EmbeddedBroker.start(Options.temporary());
  private final RemoteLog log = new RemoteLog();
  private final SseStreams streams = new SseStreams();
  private final List<SiteKeeper> sites = new ArrayList<>();

  @BeforeEach
  void prepare() throws Exception {
    String key = Base64.getEncoder().encodeToString(new byte[32]);
    Files.writeString(folder.resolve("keys"), "k = " + key + "\n");
    RemoteLog.prepare(primary, true);
    RemoteLog.prepare(remote, false);
    log.schedule(primary);
  }

  @AfterEach
  void close() throws Exception {
    log.stop();
    streams.close();
    sites.forEach(SiteKeeper::close);
    remote.close();
    primary.close();
  }

  private SiteKeeper mirror(EmbeddedBroker cluster, String name) {
    SiteKeeper site =
        SiteKeeper.start(
            SiteConfig.builder(
                    SiteRole.MIRROR,
                    name,
                    cluster.bootstrapServers(),
                    folder.resolve(name),
                    Outputs.DOMAIN)
                .build());
    sites.add(site);
    return site;
  }

  private LinkReceiver receiver(EmbeddedBroker at) {
    return RemoteLinks.receiver(at, KeyFile.open(folder.resolve("keys")));
  }

  private LinkSender sender(String link, EmbeddedBroker from, LinkReceiver to) {
    return RemoteLinks.sender(link, from, to, KeyFile.open(folder.resolve("keys")));
  }

  private List<RowsClient> clients(SiteKeeper at) {
    List<RowsClient> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      RowsClient client = new RowsClient(streams, "view=all").crossing();
      RemoteClients.move(client, at);
      clients.add(client);
    }
    return clients;
  }

  private static void awaitEqual(SiteKeeper one, SiteKeeper other) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(other.status().digest()).isEqualTo(one.status().digest());
              assertThat(other.status().events()).isEqualTo(one.status().events());
            });
  }

  private Map<String, JsonNode> rows(SiteKeeper site) throws Exception {
    Map<String, JsonNode> rows = RemoteClients.rows(site);
    assertThat(rows).containsKey(FlightLog.key(0));
    return rows;
  }

  /** They have each row of the site, and had no fault on the way. */
  private void checkRows(List<RowsClient> clients, SiteKeeper site) throws Exception {
    Map<String, JsonNode> rows = rows(site);
    for (RowsClient client : clients) {
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(client.rows()).isEqualTo(rows));
      assertThat(client.faults()).isEmpty();
    }
  }

  @Test
  void shouldTakeClientsOverByTheirTokens() throws Exception {
    SiteKeeper first = mirror(primary, "first");
    List<RowsClient> clients = clients(first);
    SiteKeeper second;
    RowsClient last = clients.get(CLIENTS - 1);
    try (LinkReceiver receiver = receiver(remote);
        LinkSender sender = sender("main", primary, receiver)) {
      await().atMost(PATIENCE).until(() -> sender.status().batch() > 0);
      second = mirror(remote, "second");
      moveUnderLoad(clients.subList(0, 3), first, second);
      moveAtRest(clients.subList(3, 5), first, second);
      checkRows(clients, first);
    }
    assertThat(clients.subList(0, 5)).allMatch(client -> client.seen("reset") == 1);

    loseTheNewest(last, first, second);
    log.start(remote); // it is the primary now
    Thread.sleep(UNDER_LOAD.toMillis() / 4);
    log.stop();
    failBack(clients, first, second);
  }

  private void moveUnderLoad(List<RowsClient> clients, SiteKeeper first, SiteKeeper second)
      throws Exception {
    log.start(primary);
    awaitPoints();
    long endNs = System.nanoTime() + UNDER_LOAD.toNanos();
    for (int i = 0; System.nanoTime() < endNs || i < clients.size(); i++) {
      Thread.sleep(200); // for updates to arrive, which it must go on from
      RowsClient client = clients.get(i % clients.size());
      if (client.seen("resume") == 0) {
        RemoteClients.move(client, second);
      }
    }
    log.stop();
    awaitEqual(first, second);
    assertThat(clients).allMatch(client -> client.seen("resume") == 1);
    checkRows(clients, second);
  }

  /**
   * Waits until the link has kept positions of the load. A token before the first of them is placed
   * at the link's beginning, from which the rows cost less than the changes.
   */
  private void awaitPoints() {
    await()
        .atMost(PATIENCE)
        .until(
            () -> LinkTopic.read(RemoteLinks.kafka(remote), LinkTopic.name("main")).points() > 2);
  }

  private void moveAtRest(List<RowsClient> clients, SiteKeeper first, SiteKeeper second)
      throws Exception {
    checkRows(clients, first);
    for (RowsClient client : clients) {
      int updates = client.seen("update");
      RemoteClients.move(client, second);
      assertThat(client.seen("resume")).isEqualTo(1);
      assertThat(client.seen("update")).as("nothing is new to it").isEqualTo(updates);
    }
    checkRows(clients, second);
  }

  /** The client has seen what the remote site never gets. */
  private void loseTheNewest(RowsClient client, SiteKeeper first, SiteKeeper second)
      throws Exception {
    log.start(primary);
    int seen = client.seen("update");
    await().atMost(PATIENCE).until(() -> client.seen("update") > seen + 100);
    log.stop();
    client.disconnect();
    client.connect(second.url());
    await().atMost(PATIENCE).until(client::isClosed);
    assertThat(client.status()).isEqualTo(503);
    assertThat(client.refused()).contains("has not copied as much as the client has");

    RemoteLinks.promote(remote, "main");
    RemoteClients.move(client, second);
    assertThat(client.seen("reset")).isEqualTo(2);
    checkRows(List.of(client), second);
    first.close();
  }

  private void failBack(List<RowsClient> clients, SiteKeeper old, SiteKeeper second)
      throws Exception {
    assertThat(RemoteLinks.discard(remote, primary, "main").records()).isPositive();
    sites.remove(old);
    try (LinkReceiver receiver = receiver(primary);
        LinkSender unused = sender("back", remote, receiver)) {
      SiteKeeper again = mirror(primary, "again");
      awaitEqual(second, again);
      RemoteLinks.promote(primary, "back");
      for (RowsClient client : clients) {
        int resumed = client.seen("resume");
        RemoteClients.move(client, again);
        assertThat(client.seen("resume")).isEqualTo(resumed + 1);
      }
      checkRows(clients, again);
    }
  }
}
