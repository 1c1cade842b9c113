package io.windsock.testbed.calls;

import io.windsock.client.ClientOptions;
import io.windsock.client.WindsockClient;
import io.windsock.contracts.config.Failure;
import io.windsock.contracts.query.Answer.Status;
import io.windsock.contracts.query.Question;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Makes calls over links, as {@link WindsockClient} does. */
final class LinkRequester implements Requester {
  private static final Duration UP_WITHIN = Duration.ofSeconds(10);

  private final WindsockClient client;

  private LinkRequester(WindsockClient client) {
    this.client = client;
  }

  /**
   * Connects.
   *
   * @param linked how many of the gateways must be up
   * @throws Failure with the reasons, unless so many are up within 10 s
   */
  static LinkRequester open(ClientOptions options, int linked) throws InterruptedException {
    WindsockClient client = WindsockClient.open(options);
    if (client.awaitGateways(linked, UP_WITHIN)) {
      return new LinkRequester(client);
    }
    List<String> down =
        client.gateways().stream()
            .filter(gateway -> !gateway.up())
            .map(gateway -> gateway.url() + " (" + gateway.detail() + ")")
            .toList();
    client.close();
    throw new Failure(
        "no link within "
            + UP_WITHIN.toSeconds()
            + " s to "
            + String.join(", ", down)
            + "; name the link URLs of gateways or sites that are running");
  }

  @Override
  public void ask(Question question, long deadlineNs, Consumer<Status> outcome) {
    client.ask(question, deadlineNs, answer -> outcome.accept(answer.status()));
  }

  @Override
  public long redundant() {
    return client.stats().redundant();
  }

  @Override
  public void close() {
    client.close();
  }
}
