package io.windsock.cli.topics;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.topic.EventHeaders;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** What is shown of any record that a topic may hold. */
class RecordViewTest {
  private final RecordView.Maker maker = new RecordView.Maker(Catalogue.builtIn("airline"));

  @Test
  void shouldShowTheTimeWithheldAsANumber() {
    ConsumerRecord<byte[], byte[]> record = record();
    record.headers().add(EventHeaders.SEQUENCE, EventHeaders.sequence(7));
    record.headers().add(EventHeaders.WITHHELD, EventHeaders.withheld(1_250));

    RecordView view = maker.view(record);

    assertThat(view.sequence()).isEqualTo(7);
    assertThat(view.headers()).containsExactlyEntriesOf(java.util.Map.of("w", "1250"));
  }

  @Test
  void shouldShowARecordWhoseHeadersHoldNothing() {
    ConsumerRecord<byte[], byte[]> record = record();
    record.headers().add(EventHeaders.SEQUENCE, null);
    record.headers().add(EventHeaders.WITHHELD, null);

    RecordView view = maker.view(record);

    assertThat(view.sequence()).isNull();
    assertThat(view.headers()).containsEntry("w", "");
  }

  private static ConsumerRecord<byte[], byte[]> record() {
    return new ConsumerRecord<>("mirror", 0, 1, new byte[] {'k'}, new byte[] {1});
  }
}
