package io.windsock.system;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.windsock.client.WindsockClient;
import io.windsock.link.send.LinkSender;
import io.windsock.platform.net.EventLoops;
import org.junit.jupiter.api.Test;

/**
 * Every Vert.x of the roles and the client has the options of {@link EventLoops}, so that it finds
 * peers that have another address than before.
 */
class EventLoopsUseTest {
  @Test
  void shouldBeTheOnlyOptions() {
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.windsock");

    assertThat(classes.contain(WindsockClient.class)).isTrue();
    assertThat(classes.contain(LinkSender.class)).isTrue();
    noClasses()
        .that()
        .resideOutsideOfPackages("io.windsock.testbed..", "io.windsock.evaluation..")
        .and()
        .doNotBelongToAnyOf(EventLoops.class)
        .should()
        .callConstructor(VertxOptions.class)
        .orShould()
        .callMethod(Vertx.class, "vertx")
        .orShould()
        .callMethod(Vertx.class, "builder")
        .check(classes);
  }
}
