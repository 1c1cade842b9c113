package io.windsock.link.receive;

import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.stage.KeyRing;
import io.windsock.link.transport.LinkTls;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a receiver. Immutable.
 *
 * @param kafka the properties of clients of the target: at least the bootstrap servers
 * @param host the address to listen at
 * @param port the port; 0 for any free one
 * @param tls null for clear text, which is for tests on one machine
 * @param keys the keys with which senders encrypt
 * @param shape the pipeline of this side
 * @param chooses whether to change it while running, by the times of the stages
 */
public record ReceiverConfig(
    Map<String, Object> kafka,
    String host,
    int port,
    @Nullable LinkTls tls,
    KeyRing keys,
    PipelineShape shape,
    boolean chooses) {
  /** Copies the map. */
  public ReceiverConfig {
    kafka = Map.copyOf(kafka);
  }
}
