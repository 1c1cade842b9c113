package io.windsock.cli;

import io.windsock.cli.option.ExitCode;
import io.windsock.cli.option.IncomparableException;
import io.windsock.cli.show.Plain;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports an exception as lines on standard error and an exit code: one line per fault, with a
 * stack trace only if {@code --verbose} is given.
 */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {
  /** Windsock's own exceptions carry complete messages; a library's may not. */
  private static final String OURS = "io.windsock.";

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    err.println(name + ": " + oneLine(e.getMessage() + ValueOrigin.of(e, args)));
    List<String> close =
        e instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.<String>of();
    if (!close.isEmpty()) {
      err.println("  did you mean " + String.join(" or ", close) + "?");
    }
    err.println("  '" + name + " --help' lists what it takes");
    return ExitCode.USAGE;
  }

  @Override
  public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
    return report(thrown, command);
  }

  /** Reports {@code thrown} as the end of {@code command}. */
  int report(Exception thrown, CommandLine command) {
    Throwable e = unwrapped(thrown);
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    if (e instanceof ConfigurationException configuration) {
      for (Fault fault : configuration.faults()) {
        String text = fault.toString();
        err.println(name + ": " + oneLine(text + ValueOrigin.of(text, command)));
      }
    } else {
      String text = described(e);
      err.println(name + ": " + text + Plain.of(ValueOrigin.of(text, command)));
    }
    if (verbose(command)) {
      thrown.printStackTrace(err);
    }
    err.flush();
    return exitCode(e);
  }

  private static int exitCode(Throwable e) {
    if (e instanceof ConfigurationException) {
      return ExitCode.USAGE;
    }
    return e instanceof IncomparableException ? ExitCode.INCOMPARABLE : ExitCode.FAILURE;
  }

  static boolean verbose(CommandLine command) {
    var option = command.getCommandSpec().findOption("--verbose");
    return option != null && Boolean.TRUE.equals(option.getValue());
  }

  /** Returns the innermost exception with a message, because Kafka and futures wrap the cause. */
  private static Throwable unwrapped(Throwable thrown) {
    Throwable e = thrown;
    while (e.getCause() != null
        && (e instanceof ExecutionException
            || e instanceof CompletionException
            || e.getClass() == KafkaException.class
            || e.getClass() == RuntimeException.class)) {
      e = e.getCause();
    }
    return e;
  }

  private static String described(Throwable e) {
    String message = e.getMessage();
    if (message == null) {
      return "internal error: " + e.getClass().getName() + " (--verbose shows where)";
    }
    boolean ours = e.getClass().getName().startsWith(OURS);
    return oneLine(ours ? message : message + suffix(e));
  }

  private static String suffix(Throwable e) {
    return " (" + e.getClass().getSimpleName() + "; --verbose shows where)";
  }

  private static String oneLine(String text) {
    return Plain.of(text.strip().replaceAll("\\s*\\R\\s*", "; "));
  }
}
