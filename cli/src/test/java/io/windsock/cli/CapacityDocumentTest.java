package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The plans in docs/how-far-it-goes.md are what the command prints: {@code -Dwindsock.docs.write}
 * writes them.
 */
class CapacityDocumentTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```\n\\$ \\./windsock (capacity [^\n]*)\n.*?```", Pattern.DOTALL);

  @Test
  void shouldShowWhatTheCommandPrints() throws IOException {
    Path document = DocumentTest.root().resolve("docs").resolve("how-far-it-goes.md");
    String text = Files.readString(document);
    Matcher examples = EXAMPLE.matcher(text);
    String expected = examples.replaceAll(it -> Matcher.quoteReplacement(example(it.group(1))));
    if (Boolean.getBoolean("windsock.docs.write")) {
      Files.writeString(document, expected);
    }
    assertThat(EXAMPLE.matcher(expected).results()).hasSize(4);
    assertThat(document)
        .as("run this test with -Dwindsock.docs.write=true to write the plans again")
        .hasContent(expected);
  }

  private static String example(String command) {
    Run run = Run.of(command.split(" "));
    assertThat(run.err()).as(Arrays.toString(command.split(" "))).isEmpty();
    return "```\n$ ./windsock " + command + "\n" + run.out() + "```";
  }
}
