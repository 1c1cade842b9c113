package io.windsock.site.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.state.form.PartitionLedger;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CopySearchTest {
  private static final byte[] KEY = {1};

  /** The offsets of the source behind a state's last marker, and behind the state. */
  private static final long AFTER_MARKER = 70;

  private static final long NEXT = 77;

  /** A state that ends so many records behind a marker. */
  private static PartitionLedger ledger(int marker, int records) {
    PartitionLedger ledger = new PartitionLedger();
    if (marker > 0) {
      ledger.marker(
          new AppliedMarker(marker, AFTER_MARKER, 0, 0, 0, 0, 0, AppliedMarker.NONE.stamp()));
    }
    for (int i = 0; i < records; i++) {
      ledger.received();
    }
    return ledger;
  }

  /** Records of partition 0 at offsets 0, 2, 4, …: a letter is a record, a digit a marker. */
  private static List<ConsumerRecord<byte[], byte[]>> records(String text) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      byte @Nullable [] key = Character.isLetter(c) ? KEY : null;
      byte[] value = {(byte) (Character.isDigit(c) ? c - '0' : 0)};
      records.add(new ConsumerRecord<>("t", 0, 2L * i, key, value));
    }
    return records;
  }

  private static CopySearch.Place search(PartitionLedger ledger, long began, String records)
      throws JoinException {
    return search(new CopySearch.Start(ledger, NEXT, began, true), records);
  }

  private static CopySearch.Place search(CopySearch.Start start, String records)
      throws JoinException {
    CopySearch search = new CopySearch(List.of(start), record -> record.value()[0]);
    records(records).forEach(search::receive);
    return search.places().get(0);
  }

  private static CopySearch.Place at(long next, long marker, long end) {
    return new CopySearch.Place(next, marker, end);
  }

  @Test
  void shouldFindTheRecordBehindTheMarker() throws Exception {
    assertThat(search(ledger(2, 2), 0, "ab1cd2efg3")).isEqualTo(at(15, 11, 19));
    assertThat(search(ledger(2, 0), 0, "ab1cd2efg3")).as("the marker").isEqualTo(at(11, 11, 19));
    assertThat(search(ledger(2, 3), 0, "ab1cd2efg3")).as("all").isEqualTo(at(17, 11, 19));
    assertThat(search(ledger(2, 2), 50, "2efg3")).as("a late copy").isEqualTo(at(5, 1, 9));
    assertThat(search(ledger(2, 2), 0, "2e?f3"))
        .as("what is neither does not count")
        .isEqualTo(at(7, 1, 9));
  }

  /** A controller trims up to the offset behind a marker, and a partition may then be idle. */
  @Test
  void shouldCountFromTheBeginningOfACopyThatBeginsBehindTheMarker() throws Exception {
    assertThat(search(ledger(2, 0), AFTER_MARKER, "")).isEqualTo(at(0, 0, 0));
    assertThat(search(ledger(2, 2), AFTER_MARKER, "efg3")).isEqualTo(at(3, 0, 7));
    assertThat(search(ledger(2, 2), NEXT, "g3")).as("behind the state").isEqualTo(at(0, -1, 3));
    CopySearch.Start trimmed = new CopySearch.Start(ledger(2, 2), NEXT, AFTER_MARKER, false);
    assertThatThrownBy(() -> search(trimmed, "efg3")).isInstanceOf(JoinException.class);
  }

  /** The state was moved to its log from another one, whose last marker came right before that. */
  @Test
  void shouldCountFromTheBeginningOfACopyOfACopy() throws Exception {
    PartitionLedger moved = ledger(2, 2);
    moved.copied(0);
    assertThat(search(new CopySearch.Start(moved, 3, 0, true), "efg3")).isEqualTo(at(3, 0, 7));

    PartitionLedger between = ledger(2, 2);
    between.copied(-1);
    assertThat(search(new CopySearch.Start(between, 0, 0, true), "g3"))
        .as("behind the state")
        .isEqualTo(at(0, -1, 3));
    assertThatThrownBy(() -> search(new CopySearch.Start(between, 1, 0, true), "g3"))
        .as("the source does not know how many records the first copy had before that")
        .isInstanceOf(JoinException.class);
  }

  @Test
  void shouldFindAStateWithoutAMarker() throws Exception {
    assertThat(search(ledger(0, 0), 0, "")).isEqualTo(at(0, -1, 0));
    assertThat(search(ledger(0, 0), 0, "ab1")).isEqualTo(at(0, -1, 5));
    assertThatThrownBy(() -> search(ledger(0, 2), 0, "ab1"))
        .as("its source may have begun late")
        .isInstanceOf(JoinException.class);
  }

  @Test
  void shouldNotPlaceWhatTheCopyDoesNotHave() {
    String missing = "which the copy does not have";
    assertThatThrownBy(() -> search(ledger(1, 2), 50, "cd2ef")).hasMessageContaining(missing);
    assertThatThrownBy(() -> search(ledger(0, 1), 50, "cd2ef")).hasMessageContaining(missing);
    assertThatThrownBy(() -> search(ledger(1, 3), 0, "ab1cd2ef"))
        .as("fewer records between the markers")
        .hasMessageContaining(missing);
    assertThatThrownBy(() -> search(ledger(2, 1), 0, "ab2cd2ef"))
        .as("two markers of one number")
        .hasMessageContaining(missing);
  }

  @Test
  void shouldWaitForWhatIsNotCopiedYet() {
    String later = "which is not copied yet";
    assertThatThrownBy(() -> search(ledger(3, 0), 0, "ab1cd2")).hasMessageContaining(later);
    assertThatThrownBy(() -> search(ledger(2, 2), 0, "ab1cd2e"))
        .hasMessage("ends 2 records behind marker 2 of partition 0, which is not copied yet");
  }
}
