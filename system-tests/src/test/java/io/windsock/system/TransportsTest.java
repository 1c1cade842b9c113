package io.windsock.system;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.windsock.platform.http.Exchange;
import io.windsock.platform.http.message.Target;
import org.junit.jupiter.api.Test;

/** A site's queries and updates know nothing of how they came and where they go. */
class TransportsTest {
  @Test
  void shouldStayBelowTheEdges() {
    JavaClasses site =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.windsock.site");

    noClasses()
        .that()
        .resideInAnyPackage("io.windsock.site.query", "io.windsock.site.subscribe")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "io.windsock.site.http..",
            "io.windsock.site.batch..",
            "io.windsock.platform.link..",
            "io.vertx.core.http..")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Exchange.class, Target.class)
        .check(site);
  }
}
