package io.windsock.topology;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** No package of this module is part of an import cycle. */
class PackageCyclesTest {
  @Test
  void shouldHaveNone() {
    slices()
        .matching("io.windsock.(**)")
        .should()
        .beFreeOfCycles()
        .check(new ClassFileImporter().importPath(Path.of("target/classes")));
  }
}
