package io.windsock.cli.option;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/**
 * Configures logging. Windsock's warnings and all errors go to standard error; everything from INFO
 * goes to a file if the command has one (at most {@link #FILES} of {@link #FILE_BYTES}).
 */
public final class Logs {
  private static final String FILE_BYTES = "10MB";
  private static final int FILES = 3;
  private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level [%thread] %logger{24} %msg%n";

  private Logs() {}

  /**
   * Sends warnings to {@code lines}; with {@code verbose}, everything from INFO, including stack
   * traces.
   */
  public static void warningsTo(Consumer<String> lines, boolean verbose) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    context.getLogger("ROOT").setLevel(verbose ? Level.INFO : Level.WARN);
    // These loggers list every setting whenever a client starts.
    quiet(context, "org.apache.kafka.common.config.AbstractConfig");
    quiet(context, "org.apache.kafka.common.utils.AppInfoParser");
    Warnings warnings = new Warnings(lines, verbose);
    warnings.setContext(context);
    warnings.start();
    context.getLogger("ROOT").addAppender(warnings);
  }

  private static void quiet(LoggerContext context, String logger) {
    context.getLogger(logger).setLevel(Level.WARN);
  }

  /** Also writes everything from INFO to {@code file}. */
  public static void alsoTo(Path file) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setPattern(PATTERN);
    encoder.start();
    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setContext(context);
    appender.setName("file");
    appender.setFile(file.toString());
    appender.setEncoder(encoder);
    FixedWindowRollingPolicy rolling = new FixedWindowRollingPolicy();
    rolling.setContext(context);
    rolling.setParent(appender);
    rolling.setFileNamePattern(file + ".%i");
    rolling.setMaxIndex(FILES);
    rolling.start();
    SizeBasedTriggeringPolicy<ILoggingEvent> trigger = new SizeBasedTriggeringPolicy<>();
    trigger.setContext(context);
    trigger.setMaxFileSize(FileSize.valueOf(FILE_BYTES));
    trigger.start();
    appender.setRollingPolicy(rolling);
    appender.setTriggeringPolicy(trigger);
    appender.start();
    context.getLogger("ROOT").setLevel(Level.INFO);
    context.getLogger("ROOT").addAppender(appender);
  }

  /** Forwards the messages meant for the user, one line each. */
  private static final class Warnings extends AppenderBase<ILoggingEvent> {
    private static final String OURS = "io.windsock";

    /**
     * The embedded broker's loggers: they warn about single requests, which clients retry, and
     * about slow operations. The broker reports the faults it can't recover from separately.
     */
    private static final List<String> BROKERS = List.of("kafka.", "org.apache.kafka.controller.");

    private final Consumer<String> lines;
    private final boolean verbose;

    Warnings(Consumer<String> lines, boolean verbose) {
      this.lines = lines;
      this.verbose = verbose;
    }

    @Override
    protected void append(ILoggingEvent event) {
      if (!verbose && !forPeople(event)) {
        return;
      }
      StringBuilder line = new StringBuilder("windsock: ");
      line.append(event.getLevel().toString().toLowerCase(java.util.Locale.ROOT)).append(": ");
      line.append(event.getFormattedMessage().strip());
      if (verbose && event.getThrowableProxy() != null) {
        line.append('\n').append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
      lines.accept(line.toString());
    }

    private static boolean forPeople(ILoggingEvent event) {
      String logger = event.getLoggerName();
      Level least = logger.startsWith(OURS) ? Level.WARN : Level.ERROR;
      return event.getLevel().isGreaterOrEqual(least)
          && BROKERS.stream().noneMatch(logger::startsWith);
    }
  }
}
