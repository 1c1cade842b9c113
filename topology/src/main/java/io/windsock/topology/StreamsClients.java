package io.windsock.topology;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.KafkaClientSupplier;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * Kafka's clients as Streams makes them, but for one thing: a thread's transactional id is made
 * from the instance's lasting id, where Streams makes up a new one at each start. So the new
 * producer of a restarted instance aborts at once what the killed one left open; otherwise readers
 * would wait for the transaction's timeout.
 */
final class StreamsClients implements KafkaClientSupplier {
  private final KafkaClientSupplier clients = new DefaultKafkaClientSupplier();
  private final String applicationId;
  private final String instanceId;

  StreamsClients(String applicationId, String instanceId) {
    this.applicationId = applicationId;
    this.instanceId = instanceId;
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    Map<String, Object> own = new HashMap<>(config);
    // Streams' id ends with the number of the thread.
    String id = String.valueOf(config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG));
    String thread = id.substring(id.lastIndexOf('-') + 1);
    own.put(
        ProducerConfig.TRANSACTIONAL_ID_CONFIG, applicationId + "-" + instanceId + "-" + thread);
    return clients.getProducer(own);
  }

  @Override
  public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
    return clients.getConsumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
    return clients.getRestoreConsumer(config);
  }

  @Override
  public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
    return clients.getGlobalConsumer(config);
  }

  @Override
  public Admin getAdmin(Map<String, Object> config) {
    return clients.getAdmin(config);
  }
}
