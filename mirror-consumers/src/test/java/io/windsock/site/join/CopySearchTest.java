package io.windsock.site.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windsock.site.state.form.AppliedMarker;
import io.windsock.site.state.form.PartitionLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CopySearchTest {
  private static final byte[] KEY = {1};

  /** A state that ends so many records behind a marker. */
  private static PartitionLedger ledger(int marker, int records) {
    PartitionLedger ledger = new PartitionLedger();
    if (marker > 0) {
      ledger.marker(new AppliedMarker(marker, 77, 0, 0, 0, 0, 0, AppliedMarker.NONE.stamp()));
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

  private static List<CopySearch.Place> search(PartitionLedger ledger, boolean late, String records)
      throws JoinException {
    CopySearch search =
        new CopySearch(List.of(ledger), late ? Set.of(0) : Set.of(), record -> record.value()[0]);
    records(records).forEach(search::receive);
    return search.places();
  }

  private static List<CopySearch.Place> at(long next, long marker) {
    return List.of(new CopySearch.Place(next, marker));
  }

  @Test
  void shouldFindTheRecordBehindTheMarker() throws Exception {
    assertThat(search(ledger(2, 2), false, "ab1cd2efg3")).isEqualTo(at(15, 11));
    assertThat(search(ledger(2, 0), false, "ab1cd2efg3")).as("the marker").isEqualTo(at(11, 11));
    assertThat(search(ledger(2, 3), false, "ab1cd2efg3")).as("all").isEqualTo(at(17, 11));
    assertThat(search(ledger(2, 2), true, "2efg3")).as("a late copy").isEqualTo(at(5, 1));
    assertThat(search(ledger(2, 2), false, "2e?f3"))
        .as("what is neither does not count")
        .isEqualTo(at(7, 1));
  }

  @Test
  void shouldFindAStateWithoutAMarker() throws Exception {
    assertThat(search(ledger(0, 2), false, "ab1")).isEqualTo(at(3, -1));
    assertThat(search(ledger(0, 0), false, "")).isEqualTo(at(0, -1));
    assertThat(search(ledger(0, 0), false, "ab1")).isEqualTo(at(0, -1));
  }

  @Test
  void shouldNotPlaceWhatTheCopyDoesNotHave() {
    String missing = "which the copy does not have";
    assertThatThrownBy(() -> search(ledger(1, 2), true, "cd2ef")).hasMessageContaining(missing);
    assertThatThrownBy(() -> search(ledger(0, 1), true, "cd2ef")).hasMessageContaining(missing);
    assertThatThrownBy(() -> search(ledger(1, 3), false, "ab1cd2ef"))
        .as("fewer records between the markers")
        .hasMessageContaining(missing);
  }

  @Test
  void shouldWaitForWhatIsNotCopiedYet() {
    String later = "which is not copied yet";
    assertThatThrownBy(() -> search(ledger(3, 0), false, "ab1cd2")).hasMessageContaining(later);
    assertThatThrownBy(() -> search(ledger(2, 2), false, "ab1cd2e"))
        .hasMessage("ends 2 records behind marker 2 of partition 0, which is not copied yet");
    assertThatThrownBy(() -> search(ledger(0, 2), false, "a")).hasMessageContaining(later);
  }
}
