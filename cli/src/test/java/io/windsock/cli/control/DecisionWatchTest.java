package io.windsock.cli.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.windsock.platform.http.client.Remote;
import io.windsock.platform.http.client.RemoteException;
import io.windsock.platform.http.client.RemoteKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionWatchTest {
  private static final RemoteKind KIND =
      new RemoteKind("controller", "http://c", "start one", Duration.ofSeconds(1), 1);

  private final List<JsonNode> made = new ArrayList<>();
  private final List<Long> told = new ArrayList<>();
  private final StringWriter err = new StringWriter();
  private boolean up = true;
  private final DecisionWatch watch =
      new DecisionWatch(
          this::latest,
          decision -> told.add(decision.path("toEpoch").asLong()),
          new PrintWriter(err));

  private List<JsonNode> latest(int limit) {
    if (!up) {
      throw new Remote(KIND, "http://there").silent("can't connect", new IOException());
    }
    return List.copyOf(made.subList(Math.max(0, made.size() - limit), made.size()));
  }

  private void make(long epoch) {
    made.add(JsonNodeFactory.instance.objectNode().put("toEpoch", epoch));
  }

  @Test
  void shouldTellTheLatestAndThenEachOnce() {
    make(1);
    make(2);
    watch.look();
    make(3);
    make(4);
    watch.look();
    watch.look();

    assertThat(told).containsExactly(2L, 3L, 4L);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void shouldWaitForAControllerThatGoesAwayAndSayItOnce() {
    make(1);
    watch.look();
    up = false;
    watch.look();
    watch.look();
    make(2);
    up = true;
    watch.look();

    assertThat(told).containsExactly(1L, 2L);
    assertThat(err.toString().lines())
        .containsExactly(
            "windsock mode watch: no controller answers at http://there (can't connect): start one; trying"
                + " again until Ctrl-C",
            "windsock mode watch: the controller answers again");
  }

  @Test
  void shouldFailWhereNoControllerHasAnsweredYet() {
    up = false;

    assertThatThrownBy(watch::look).isInstanceOf(RemoteException.class);
  }
}
