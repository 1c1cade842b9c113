package io.windsock.control.params;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonTypeName;
import io.windsock.contracts.call.CallJson;
import io.windsock.contracts.call.MirroringCall;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** docs/mirroring.md describes every call with every argument, and no other. */
class CallsDocumentTest {
  private static final Path PAGE = Path.of("../docs/mirroring.md");

  /** Rows of the tables of calls, which have the call's name in the second column. */
  private static List<String> rows() throws IOException {
    return Files.readAllLines(PAGE).stream().filter(line -> line.startsWith("| ")).toList();
  }

  private static String name(Class<?> call) {
    return Objects.requireNonNull(call.getAnnotation(JsonTypeName.class)).value();
  }

  private static List<String> undocumented(Class<?> call) throws IOException {
    String name = name(call);
    String row =
        rows().stream()
            .filter(line -> line.split("\\|", -1)[2].strip().equals("`" + name + "`"))
            .findFirst()
            .orElse("");
    List<String> missing = new ArrayList<>();
    for (RecordComponent argument : call.getRecordComponents()) {
      if (!row.contains("`" + argument.getName() + "`")) {
        missing.add(name + "." + argument.getName());
      }
    }
    if (!row.contains("`" + call.getSimpleName() + "(")) {
      missing.add("the record " + call.getSimpleName());
    }
    return missing;
  }

  @Test
  void shouldDescribeEveryCallAndItsArguments() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Class<?> call : MirroringCall.class.getPermittedSubclasses()) {
      missing.addAll(undocumented(call));
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void shouldDescribeTheCallsInTheirOrder() throws IOException {
    List<String> described =
        rows().stream()
            .map(line -> line.split("\\|", -1)[2].strip().replace("`", ""))
            .filter(CallJson.names()::contains)
            .toList();
    assertThat(described).containsExactlyElementsOf(CallJson.names());
  }
}
