package io.windsock.platform.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windsock.platform.link.TestLinks.RecordingListener;
import io.windsock.platform.net.EventLoops;
import io.windsock.platform.testing.NameServer;
import org.junit.jupiter.api.Test;

/** A site or a gateway that was started again may have another address. */
class MovedServerTest {
  private static final String FORMER = "127.0.0.2";
  private static final String NOW = "127.0.0.1";

  @Test
  void shouldBeFoundByItsLinks() throws Exception {
    try (NameServer names = new NameServer(FORMER);
        TestLinks links = new TestLinks(LinkTest.patient(), names.askedBy(EventLoops.options(1)))) {
      RecordingListener heard = new RecordingListener();
      CallLink link = links.link("server.test", links.serve(0), heard);
      assertThat(heard.event()).startsWith("down: can't connect");

      names.set(NOW);

      await().until(() -> heard.event().equals("up"));
      link.close();
    }
  }
}
