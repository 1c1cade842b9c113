package io.windsock.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.Test;

/** Which internals of Kafka Streams are used: those that decision 12 lists, and no others. */
class StreamsInternalsTest {
  private static final Pattern INTERNAL =
      Pattern.compile("org\\.apache\\.kafka\\.streams\\.[a-z.]*internals\\.(\\w+)");
  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path DECISION =
      Path.of("../docs/decisions/0012-records-travel-in-parcels.md");

  @Test
  void shouldBeTheOnesThatTheDecisionLists() throws IOException {
    Set<String> used;
    try (Stream<Path> files = Files.walk(SOURCES)) {
      used =
          files
              .filter(file -> file.toString().endsWith(".java"))
              .flatMap(StreamsInternalsTest::internals)
              .collect(Collectors.toCollection(TreeSet::new));
    }
    Set<String> listed =
        Pattern.compile("^\\| `(\\w+)`", Pattern.MULTILINE)
            .matcher(Files.readString(DECISION))
            .results()
            .map(match -> match.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(used).isNotEmpty().isEqualTo(listed);
  }

  @Test
  void shouldInterceptEveryWayToPollSeekAndSubscribeWithAListener() {
    assertThat(
            intercepted(Consumer.class, "poll", "seek", "seekToBeginning", "subscribe")
                .filter(way -> !way.startsWith("subscribe") || way.contains("Listener")))
        .isNotEmpty()
        .allSatisfy(way -> assertThat(declared(BatchingConsumer.class)).contains(way));
  }

  @Test
  void shouldInterceptEveryWayToEndATransactionOrTheProducer() {
    assertThat(
            intercepted(
                Producer.class,
                "beginTransaction",
                "commitTransaction",
                "abortTransaction",
                "flush",
                "close"))
        .isNotEmpty()
        .allSatisfy(way -> assertThat(declared(ThreadProducer.class)).contains(way));
  }

  private static Stream<String> intercepted(Class<?> client, String... names) {
    return Stream.of(client.getMethods())
        .filter(method -> Set.of(names).contains(method.getName()))
        .map(StreamsInternalsTest::signature);
  }

  private static Set<String> declared(Class<?> wrapper) {
    return Stream.of(wrapper.getDeclaredMethods())
        .map(StreamsInternalsTest::signature)
        .collect(Collectors.toSet());
  }

  private static String signature(Method method) {
    return method.getName() + Arrays.toString(method.getParameterTypes());
  }

  private static Stream<String> internals(Path file) {
    try {
      return INTERNAL.matcher(Files.readString(file)).results().map(match -> match.group(1));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
