package io.windsock.site.subscribe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PartRoomTest {
  private static final int PART = ChangeReads.PART_BYTES;
  private static final int STEPS = 2_000;

  private final List<String> begun = new ArrayList<>();

  private void ask(PartRoom room, String... reads) {
    for (String read : reads) {
      room.whenFree(() -> begun.add(read));
    }
  }

  @Test
  void shouldBeginReadsInOrderAsRoomAllows() {
    PartRoom room = new PartRoom(2 * PART);

    ask(room, "a", "b", "c", "d");

    assertThat(begun).containsExactly("a", "b");
    assertThat(room.isCrowded()).isTrue();

    PartRoom.Lease a = room.ended(PART, 1);

    assertThat(begun).containsExactly("a", "b");

    a.release();

    assertThat(begun).containsExactly("a", "b", "c");

    room.ended(0, 0); // b, which failed

    assertThat(begun).containsExactly("a", "b", "c", "d");
    assertThat(room.isCrowded()).isFalse();
  }

  @Test
  void shouldNotFailTheReadThatMakesRoomForOneThatCannotStart() {
    PartRoom room = new PartRoom(PART);
    ask(room, "a");
    room.whenFree(
        () -> {
          throw new IllegalStateException("b can't start");
        });
    ask(room, "c");

    room.ended(0, 0); // a, with room for b

    assertThat(begun).containsExactly("a", "c");
    assertThat(room.isCrowded()).isFalse();
    ask(room, "d");
    assertThat(begun).containsExactly("a", "c"); // c has not ended

    room.ended(0, 0);

    assertThat(begun).containsExactly("a", "c", "d");
  }

  @Test
  void shouldKeepAPartUntilAllOfItsHoldersReleasedIt() {
    PartRoom room = new PartRoom(PART);
    ask(room, "a", "b");

    PartRoom.Lease shared = room.ended(PART, 3);
    shared.release();
    shared.release();

    assertThat(begun).containsExactly("a");

    shared.release();

    assertThat(begun).containsExactly("a", "b");
  }

  @Test
  void shouldGoOnAfterReadsThatCouldNotBegin() {
    PartRoom room = new PartRoom(PART);
    ask(room, "a");
    for (int i = 0; i < 100_000; i++) {
      room.whenFree(() -> false);
    }
    ask(room, "b");

    room.ended(PART, 1).release();

    assertThat(begun).containsExactly("a", "b");
  }

  @Test
  void shouldReadOneAtATimeWhereNoneFits() {
    PartRoom room = new PartRoom(1);
    ask(room, "a", "b");

    assertThat(begun).containsExactly("a");

    room.ended(10, 1).release();

    assertThat(begun).containsExactly("a", "b");
  }

  @Test
  void shouldNeverKeepMoreThanTheBoundNorForgetARead() {
    Random random = new Random(1);
    PartRoom room = new PartRoom(5 * PART);
    List<PartRoom.Lease> leases = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    int asked = 0;
    int ended = 0;
    for (int step = 0; step < STEPS; step++) {
      int what = random.nextInt(3);
      if (what == 0) {
        ask(room, "read " + asked++);
      } else if (what == 1 && ended < begun.size()) {
        ended++;
        int bytes = random.nextInt(PART);
        leases.add(room.ended(bytes, 1));
        sizes.add(bytes);
      } else if (what == 2 && !leases.isEmpty()) {
        int one = random.nextInt(leases.size());
        sizes.remove(one);
        leases.remove(one).release();
      }
      int kept = sizes.stream().mapToInt(Integer::intValue).sum();
      assertThat(kept + (begun.size() - ended) * PART).isLessThanOrEqualTo(5 * PART);
      assertThat(room.isCrowded()).isEqualTo(begun.size() < asked);
    }
    leases.forEach(PartRoom.Lease::release);
    for (; ended < asked; ended++) {
      room.ended(0, 0);
    }

    assertThat(begun).hasSize(asked).isSortedAccordingTo(PartRoomTest::byNumber);
  }

  private static int byNumber(String one, String other) {
    return Integer.compare(number(one), number(other));
  }

  private static int number(String read) {
    return Integer.parseInt(read.substring("read ".length()));
  }
}
