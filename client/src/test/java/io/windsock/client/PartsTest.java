package io.windsock.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.position.Token;
import io.windsock.contracts.query.Question;
import io.windsock.contracts.query.Rendezvous;
import io.windsock.contracts.query.Responder;
import io.windsock.contracts.query.SlowStart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The parts of a client by themselves. */
class PartsTest {
  private static final long MS = 1_000_000;

  private static PendingCall call(long deadlineNs) {
    return new PendingCall(new Question.OfKey("k"), 0, deadlineNs, answer -> {});
  }

  private static Token at(long... next) {
    return new Token(1, next);
  }

  @Test
  void shouldKeepTheNewestPositionOfEachPartition() {
    Position position = new Position(true);
    position.saw(at(3, 5), position.life());
    position.saw(at(2, 4), position.life());
    position.saw(at(1, 9), position.life());

    assertThat(position.newest()).isEqualTo(at(3, 9));
    assertThat(position.since()).isEqualTo(at(3, 9));
  }

  @Test
  void shouldTakeThePositionOfARecreatedTopic() {
    Position position = new Position(true);
    position.saw(at(3, 5), position.life());
    position.saw(new Token(2, new long[] {0, 1}), position.life());

    assertThat(position.newest()).isEqualTo(new Token(2, new long[] {0, 1}));
  }

  @Test
  void shouldCarryNoPositionUnlessAskedTo() {
    Position position = new Position(false);
    position.saw(at(3, 5), position.life());

    assertThat(position.since()).isNull();
    assertThat(position.newest()).isEqualTo(at(3, 5));
  }

  /** Its answer may be of the topic that was recreated. */
  @Test
  void shouldNotNoteThePositionOfACallFromBeforeItWasForgotten() {
    Position position = new Position(true);
    int before = position.life();
    position.forget();
    position.saw(at(3, 5), before);
    assertThat(position.newest()).isNull();

    position.saw(at(1, 2), position.life());
    assertThat(position.since()).isEqualTo(at(1, 2));
  }

  /** No call is due early, none more than a sweep late, and a removed one never. */
  @Property(tries = 200)
  void shouldFindWhatIsDue(@ForAll long seed) {
    Random random = new Random(seed);
    long nowNs = random.nextLong() / 4;
    Deadlines deadlines = new Deadlines(5 * MS, nowNs);
    List<PendingCall> waiting = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      PendingCall added = call(nowNs + random.nextInt(60_000) * MS);
      deadlines.add(added);
      waiting.add(added);
      if (random.nextInt(3) == 0) {
        deadlines.remove(waiting.remove(random.nextInt(waiting.size())));
      }
      nowNs += random.nextInt(10) == 0 ? random.nextInt(20_000) * MS : random.nextInt(9) * MS;
      long now = nowNs;
      List<PendingCall> due = new ArrayList<>();
      deadlines.advance(now, due::add);
      assertThat(waiting).containsAll(due);
      assertThat(due).allMatch(call -> call.deadlineNs <= now);
      waiting.removeAll(due);
      assertThat(waiting).allMatch(call -> call.deadlineNs > now - 5 * MS);
    }
  }

  @Test
  void shouldHandOverCallsInTheirOrderAndTellOnce() {
    Inbox inbox = new Inbox();
    PendingCall one = call(1);
    PendingCall two = call(2);

    assertThat(inbox.put(one)).isEqualTo(Inbox.Put.FIRST);
    assertThat(inbox.put(two)).isEqualTo(Inbox.Put.FURTHER);
    assertThat(inbox.takeAll()).isSameAs(one);
    assertThat(one.next).isSameAs(two);
    assertThat(two.next).isNull();
    assertThat(inbox.takeAll()).isNull();
    assertThat(inbox.put(call(3))).isEqualTo(Inbox.Put.FIRST);
    assertThat(inbox.close()).isNotNull();
    assertThat(inbox.put(call(4))).isEqualTo(Inbox.Put.REFUSED);
    assertThat(inbox.takeAll()).isNull();
    assertThat(inbox.close()).isNull();
  }

  private static Responder gateway(String name, boolean ready) {
    return new Responder(name, "run", ready, false, 0, 0);
  }

  @Test
  void shouldChooseAmongGatewaysThatAreUp() {
    Gateways gateways = new Gateways(3, 300 * MS);
    assertThat(gateways.candidates(0)).isZero();

    assertThat(gateways.heard(0, gateway("a", true), 0)).isTrue();
    assertThat(gateways.heard(1, gateway("b", false), 0)).isTrue();
    assertThat(gateways.heard(0, gateway("a", true), 0)).isFalse();
    assertThat(gateways.candidates(0)).as("those that are ready").isEqualTo(0b001);

    gateways.down(0);
    assertThat(gateways.candidates(0)).as("none is ready").isEqualTo(0b010);
    assertThat(gateways.heard(1, gateway("b", true), 0)).as("it has become ready").isTrue();
    gateways.heard(2, gateway("b", true), 400 * MS);
    assertThat(gateways.candidates(300 * MS)).as("one of two of that name").isEqualTo(0b010);
    assertThat(gateways.candidates(800 * MS)).as("silent, as all").isEqualTo(0b010);
    assertThat(gateways.heard(1, gateway("b", true), 800 * MS)).as("silent no more").isTrue();
    gateways.down(1);
    gateways.down(2);
    gateways.heard(2, gateway("b", true), 900 * MS);
    assertThat(gateways.candidates(900 * MS)).as("the other URL").isEqualTo(0b100);
  }

  @Test
  void shouldNotTakeAGatewayForSilentWhileABigAnswerArrives() {
    Gateways gateways = new Gateways(2, 300 * MS);
    gateways.heard(0, gateway("a", true), 0);
    gateways.heard(1, gateway("b", true), 0);

    assertThat(gateways.arrived(0, 250 * MS, 260 * MS)).as("it was not silent").isFalse();
    assertThat(gateways.silent(500 * MS)).isEqualTo(0b10);
    assertThat(gateways.candidates(500 * MS)).isEqualTo(0b01);
    assertThat(gateways.arrived(1, 490 * MS, 500 * MS)).as("silent no more").isTrue();
    assertThat(gateways.candidates(500 * MS)).isEqualTo(0b11);
    assertThat(gateways.arrived(0, 240 * MS, 560 * MS)).as("known already").isFalse();
    assertThat(gateways.silent(560 * MS)).isEqualTo(0b01);
  }

  private static int due(Gateways gateways, int slot, long nowNs) {
    int due = 0;
    for (int i = 0; i < 1_000; i++) {
      long slots = gateways.due(Rendezvous.hash("c" + i), gateways.candidates(nowNs), nowNs);
      due += (slots & (1L << slot)) == 0 ? 0 : 1;
    }
    return due;
  }

  @Test
  void shouldStartANewRunOfAGatewaySlowlyBesideOthers() {
    long endNs = SlowStart.SPAN_NS;
    Gateways gateways = new Gateways(2, 100 * endNs);
    gateways.heard(0, gateway("a", true), 0);
    gateways.heard(1, gateway("b", true), 0);
    assertThat(due(gateways, 0, 0)).as("all are new").isEqualTo(1_000);

    gateways.down(0);
    gateways.heard(0, gateway("a", true), endNs);
    assertThat(due(gateways, 0, endNs)).as("the same run").isEqualTo(1_000);

    gateways.down(0);
    gateways.heard(0, new Responder("a", "other", false, false, 0, 0), endNs);
    gateways.heard(0, new Responder("a", "other", true, false, 0, 0), 2 * endNs);
    assertThat(due(gateways, 0, 2 * endNs)).isBetween(30, 100);
    assertThat(due(gateways, 1, 2 * endNs)).isEqualTo(1_000);
    assertThat(due(gateways, 0, 2 * endNs + endNs / 2)).isBetween(450, 620);
    assertThat(due(gateways, 0, 3 * endNs)).isEqualTo(1_000);
    gateways.down(1);
    gateways.heard(0, new Responder("a", "third", true, false, 0, 0), 3 * endNs);
    assertThat(due(gateways, 0, 3 * endNs)).as("alone").isEqualTo(1_000);
  }

  @Test
  void shouldNotStartMostGatewaysSlowly() {
    long endNs = SlowStart.SPAN_NS;
    Gateways gateways = new Gateways(3, 100 * endNs);
    gateways.heard(0, gateway("a", true), 0);
    gateways.heard(1, gateway("b", true), endNs);
    gateways.heard(2, gateway("c", true), endNs);
    assertThat(due(gateways, 1, endNs)).isEqualTo(1_000);
  }

  @Test
  void shouldNameEveryFault() {
    assertThatThrownBy(
            () ->
                new ClientOptions(
                    List.of("http://h:1", "http://H:1/", "https://h:2", "h:3", "http://h"),
                    "a:b",
                    0,
                    0,
                    Duration.ZERO,
                    true))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("'http://H:1/' twice")
        .hasMessageContaining("'https://h:2'")
        .hasMessageContaining("'h:3'")
        .hasMessageContaining("'http://h'")
        .hasMessageContaining("'a:b'")
        .hasMessageContaining("copies")
        .hasMessageContaining("maxPending")
        .hasMessageContaining("silence");
    assertThatThrownBy(() -> ClientOptions.of())
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("client.gateways: is 0");
    assertThat(ClientOptions.of("http://h:1").name()).matches("client-[0-9a-v]{8}");
  }
}
