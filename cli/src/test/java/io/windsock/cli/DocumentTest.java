package io.windsock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** docs/cli.md is written from the commands themselves: {@code -Dwindsock.docs.write} writes it. */
class DocumentTest {
  @Test
  void shouldDocumentEveryCommandAsItIs() throws IOException {
    Path document = root().resolve("docs").resolve("cli.md");
    String expected = introduction() + reference();
    if (Boolean.getBoolean("windsock.docs.write")) {
      Files.writeString(document, expected);
    }
    assertThat(document)
        .as("run this test with -Dwindsock.docs.write=true to write docs/cli.md again")
        .hasContent(expected);
  }

  /** The first part of a description is all that the list of commands shows. */
  @Test
  void shouldBeginEveryDescriptionWithAWholeSentence() {
    assertThat(commands(Windsock.commandLine()))
        .allSatisfy(
            command ->
                assertThat(command.getCommandSpec().usageMessage().description()[0])
                    .as(command.getCommandSpec().qualifiedName())
                    .endsWith("."));
  }

  private static Stream<CommandLine> commands(CommandLine command) {
    return Stream.concat(
        Stream.of(command),
        command.getSubcommands().values().stream().flatMap(DocumentTest::commands));
  }

  /** The folder of the repository. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("windsock"))) {
      folder = Objects.requireNonNull(folder.getParent(), "no windsock script above the module");
    }
    return folder;
  }

  private static String introduction() throws IOException {
    try (InputStream in = DocumentTest.class.getResourceAsStream("/cli.md")) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String reference() {
    StringBuilder text = new StringBuilder();
    append(text, Windsock.commandLine());
    return text.toString();
  }

  private static void append(StringBuilder text, CommandLine command) {
    text.append("\n### ").append(command.getCommandSpec().qualifiedName()).append("\n\n```\n");
    for (String line : command.getUsageMessage(Ansi.OFF).lines().toList()) {
      text.append(line.stripTrailing()).append('\n');
    }
    text.append("```\n");
    command.getSubcommands().values().forEach(sub -> append(text, sub));
  }
}
