package io.windsock.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.wire.FunctionSettings;
import io.windsock.contracts.wire.Parameters;
import io.windsock.rules.Coalesce;
import io.windsock.rules.ComplexSequence;
import io.windsock.rules.Overwrite;
import io.windsock.rules.Rule;
import io.windsock.rules.config.RuleSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The shipped functions of a domain that is a folder. */
class FolderDomainTest {
  private static final Path GAUGES = Path.of("../domains/tide-gauges");

  private static Parameters initial(Path folder) {
    ControllerCommand command = new ControllerCommand();
    new CommandLine(command).parseArgs("--domain", folder.toString());
    return command.initial();
  }

  private static List<Rule> rules(Parameters parameters, String function, Path folder) {
    for (FunctionSettings settings : parameters.getFunctions()) {
      if (settings.getName().equals(function)) {
        return RuleSet.parse(settings.getRules(), function, Catalogue.load(folder)).rules();
      }
    }
    throw new AssertionError("no function " + function);
  }

  @Test
  void shouldKeepTheFoldersSequenceRules() {
    Parameters parameters = initial(GAUGES);

    assertThat(rules(parameters, "normal", GAUGES))
        .hasExactlyElementsOfTypes(ComplexSequence.class, Coalesce.class)
        .first()
        .extracting(Rule::name)
        .isEqualTo("levels-in-maintenance");
    assertThat(rules(parameters, "busy", GAUGES))
        .hasExactlyElementsOfTypes(ComplexSequence.class, Overwrite.class, Coalesce.class)
        .first()
        .extracting(Rule::name)
        .isEqualTo("levels-in-maintenance");
  }

  /** The domain's name is no reason to take the rules of a shipped one. */
  @Test
  void shouldTakeTheRulesOfTheFolderAndNotOfAShippedDomainOfItsName(@TempDir Path copy)
      throws IOException {
    try (Stream<Path> files = Files.list(GAUGES)) {
      files.forEach(file -> copy(file, copy));
    }
    Path catalogue = copy.resolve("catalogue.yaml");
    String text = Files.readString(catalogue);
    Files.writeString(catalogue, text.replaceFirst("(?m)^domain: .*$", "domain: airline"));
    assertThat(Catalogue.load(copy).domain()).isEqualTo("airline");

    assertThat(rules(initial(copy), "normal", copy))
        .hasExactlyElementsOfTypes(ComplexSequence.class, Coalesce.class);
  }

  private static void copy(Path file, Path folder) {
    try {
      Files.copy(file, folder.resolve(file.getFileName()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
