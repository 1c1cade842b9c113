package io.windsock.cli.control;

import io.windsock.contracts.call.MirroringCall;
import io.windsock.contracts.call.MirroringCall.SetComplexTuple;
import io.windsock.contracts.config.ConfigCheck;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The arguments of {@code params set-complex-tuple}. */
final class TupleOptions {
  private static final Pattern PART =
      Pattern.compile("([^=]+)=([^:]*)(?::\\s*(.*?)\\s*)?", Pattern.DOTALL);

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command = CommandSpec.create();

  @Parameters(paramLabel = "DERIVE", description = "The type of the derived event.")
  private String derive = "";

  @Option(
      names = "--part",
      paramLabel = "NAME=TYPE[:WHEN]",
      required = true,
      description = "An event that must come; two or more.")
  private List<String> parts = new ArrayList<>();

  @Option(
      names = "--field",
      paramLabel = "FIELD=PART.FIELD",
      description = "What a field of the derived event gets.")
  private Map<String, String> fields = new LinkedHashMap<>();

  @Option(
      names = "--ttl-s",
      paramLabel = "S",
      defaultValue = "1800",
      description = "How long a part waits for the others (default: ${DEFAULT-VALUE}).")
  private long ttlSeconds;

  @Option(names = "--absorb", description = "The derived event replaces the parts.")
  private boolean absorb;

  /** Returns the call; refuses a part that names no type. */
  SetComplexTuple call() {
    ConfigCheck check = new ConfigCheck("set-complex-tuple");
    check.range("ttl-s", ttlSeconds, 1, MirroringCall.MAX_HOLD.toSeconds());
    check.done();
    List<SetComplexTuple.Part> all = parts.stream().map(this::part).toList();
    return new SetComplexTuple(all, derive, fields, TimeUnit.SECONDS.toMillis(ttlSeconds), absorb);
  }

  private SetComplexTuple.Part part(String text) {
    Matcher part = PART.matcher(text);
    if (!part.matches()) {
      throw new ParameterException(
          command.commandLine(), "--part '" + text + "' must be NAME=TYPE or NAME=TYPE:CONDITION");
    }
    return new SetComplexTuple.Part(part.group(1), part.group(2), part.group(3));
  }
}
