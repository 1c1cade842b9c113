package io.windsock.system;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.windsock.gateway.core.GatewayCore;
import org.junit.jupiter.api.Test;

/** No package of any module is part of an import cycle. */
class PackageCyclesTest {
  @Test
  void shouldHaveNone() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.windsock");

    assertThat(classes.containPackage("io.windsock.cli")).isTrue();
    assertThat(classes.contain(GatewayCore.class)).isTrue();
    slices().matching("io.windsock.(**)").should().beFreeOfCycles().check(classes);
  }
}
