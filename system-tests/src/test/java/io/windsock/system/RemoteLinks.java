package io.windsock.system;

import io.windsock.contracts.topic.Topics;
import io.windsock.embedded.EmbeddedBroker;
import io.windsock.link.failover.FailBack;
import io.windsock.link.failover.FailOverException;
import io.windsock.link.failover.LinkPromotion;
import io.windsock.link.failover.Survey;
import io.windsock.link.interval.AdaptiveInterval;
import io.windsock.link.interval.IntervalSettings;
import io.windsock.link.interval.MeasuredCapacity;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import io.windsock.link.receive.LinkReceiver;
import io.windsock.link.receive.ReceiverConfig;
import io.windsock.link.send.LinkSender;
import io.windsock.link.send.SenderConfig;
import io.windsock.link.send.WhenTrimmed;
import io.windsock.link.stage.Codec;
import io.windsock.link.stage.Compressor;
import io.windsock.link.stage.KeyRing;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/**
 * Links between two clusters, mostly of the mirror topic, and what is done with them in a
 * fail-over.
 */
final class RemoteLinks {
  private static final PipelineShape SHAPE = PipelineShape.of(PipelineKind.TWO_STAGE);

  private RemoteLinks() {}

  static Map<String, Object> kafka(EmbeddedBroker cluster) {
    return Map.of("bootstrap.servers", cluster.bootstrapServers());
  }

  /** A receiver in clear text, on any free port. */
  static LinkReceiver receiver(EmbeddedBroker at, KeyRing keys) {
    return LinkReceiver.start(
        new ReceiverConfig(kafka(at), "127.0.0.1", 0, null, keys, SHAPE, false));
  }

  /** A sender of the mirror topic. */
  static LinkSender sender(String link, EmbeddedBroker from, LinkReceiver to, KeyRing keys) {
    return sender(link, List.of(Topics.standard().mirror()), from, to, keys);
  }

  static LinkSender sender(
      String link, List<String> topics, EmbeddedBroker from, LinkReceiver to, KeyRing keys) {
    return LinkSender.start(
        new SenderConfig(
            link,
            kafka(from),
            topics,
            "127.0.0.1",
            to.port(),
            null,
            keys,
            new Compressor(Codec.ZSTD, 1),
            () -> new AdaptiveInterval(IntervalSettings.standard(), MeasuredCapacity.standard()),
            null,
            SHAPE,
            false,
            SenderConfig.Bounds.standard(),
            WhenTrimmed.STOP));
  }

  /** Makes the target of a link that is at rest the primary. */
  static void promote(EmbeddedBroker target, String link) throws Exception {
    new LinkPromotion(kafka(target), link, InstantSource.system()).promote();
  }

  /** Empties the old primary of a promoted link; returns what it had beyond the link. */
  static Survey discard(EmbeddedBroker promoted, EmbeddedBroker old, String link)
      throws FailOverException {
    try (FailBack failBack = new FailBack(kafka(promoted), kafka(old), link)) {
      Survey survey = failBack.survey();
      failBack.discard(survey);
      return survey;
    }
  }
}
