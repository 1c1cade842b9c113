package io.windsock.cli.option;

import io.windsock.cli.show.Output;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of every command. */
public final class CommonOptions {
  /** The option that names the properties file. */
  public static final String CONFIG_OPTION = "--config";

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      defaultValue = "table",
      description = "Form of the result: ${COMPLETION-CANDIDATES}.")
  private Output.Form form = Output.Form.table;

  @Option(
      names = {"-v", "--verbose"},
      description = "Print more: stack traces of errors, and what the libraries log.")
  private boolean verbose;

  @Option(
      names = CONFIG_OPTION,
      paramLabel = "FILE",
      description = "Properties file with defaults for these options: bootstrap-server = …")
  @SuppressWarnings("unused") // picocli reads it
  private @Nullable Path config;

  /** Returns the output for results, in the requested format. */
  public Output output() {
    return new Output(spec.commandLine().getOut(), form);
  }

  /** Returns the writer for progress and errors. */
  public PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Whether verbose output was requested. */
  public boolean verbose() {
    return verbose;
  }
}
