package io.windsock.cli;

import io.windsock.cli.option.ExitCode;
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
 * Turns whatever went wrong into lines on standard error and an exit code: one line a fault, no
 * stack trace unless {@code --verbose} is given.
 */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {
  /** Windsock's own exceptions are worded for people; a library's may say too little. */
  private static final String OURS = "io.windsock.";

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    err.println(name + ": " + oneLine(String.valueOf(e.getMessage())));
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

  /** Reports {@code thrown} as {@code command}'s end. */
  int report(Exception thrown, CommandLine command) {
    Throwable e = unwrapped(thrown);
    PrintWriter err = command.getErr();
    String name = command.getCommandSpec().qualifiedName();
    if (e instanceof ConfigurationException configuration) {
      for (Fault fault : configuration.faults()) {
        err.println(name + ": " + oneLine(fault.toString()));
      }
    } else {
      err.println(name + ": " + described(e));
    }
    if (verbose(command)) {
      thrown.printStackTrace(err);
    }
    err.flush();
    return e instanceof ConfigurationException ? ExitCode.USAGE : ExitCode.FAILURE;
  }

  static boolean verbose(CommandLine command) {
    var option = command.getCommandSpec().findOption("--verbose");
    return option != null && Boolean.TRUE.equals(option.getValue());
  }

  /** Kafka and futures wrap what happened; the innermost that says something is shown. */
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
