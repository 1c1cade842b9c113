package io.windsock.ede;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the EDE does with a domain's events ({@code ede.yaml}), and the views over its states
 * ({@code views.yaml}). Checked against the catalogue once; immutable; for all threads.
 */
public final class EdeDefinition {
  private static final String AIRLINE = "/io/windsock/airline/";

  private final EdePlan plan;
  private final List<ViewDefinition> views;

  private EdeDefinition(EdePlan plan, List<ViewDefinition> views) {
    this.plan = plan;
    this.views = List.copyOf(views);
  }

  /** The airline domain's, for {@link Catalogue#airline()}. */
  public static EdeDefinition airline(Catalogue catalogue) {
    return parse(resource(EdeFile.NAME), resource(ViewsFile.NAME), catalogue);
  }

  /**
   * Reads {@code ede.yaml} and {@code views.yaml} in {@code folder}.
   *
   * @throws ConfigurationException with every fault of both files, each with its place
   */
  public static EdeDefinition load(Path folder, Catalogue catalogue) {
    List<Fault> faults = new ArrayList<>();
    String ede = text(folder, EdeFile.NAME, faults);
    String views = text(folder, ViewsFile.NAME, faults);
    return parse(ede, views, catalogue, faults);
  }

  /**
   * Reads the text of the two files.
   *
   * @throws ConfigurationException with every fault of both, each with its place
   */
  public static EdeDefinition parse(String ede, String views, Catalogue catalogue) {
    return parse(ede, views, catalogue, new ArrayList<>());
  }

  private static EdeDefinition parse(
      @Nullable String ede, @Nullable String views, Catalogue catalogue, List<Fault> faults) {
    StateLayout layout = new StateLayout(catalogue.stateType(), faults);
    EdePlan plan = ede == null ? null : EdeFile.read(ede, catalogue, layout, faults);
    List<ViewDefinition> read = views == null ? List.of() : ViewsFile.read(views, layout, faults);
    if (plan == null || !faults.isEmpty()) {
      throw new ConfigurationException(faults);
    }
    return new EdeDefinition(plan, read);
  }

  private static @Nullable String text(Path folder, String name, List<Fault> faults) {
    try {
      return Files.readString(folder.resolve(name));
    } catch (NoSuchFileException e) {
      faults.add(new Fault(name, "there is no such file in " + folder));
    } catch (MalformedInputException e) {
      faults.add(new Fault(name, "is not UTF-8"));
    } catch (IOException e) {
      faults.add(new Fault(name, "can't be read: " + e));
    }
    return null;
  }

  private static String resource(String name) {
    try (InputStream in = EdeDefinition.class.getResourceAsStream(AIRLINE + name)) {
      if (in == null) {
        throw new IllegalStateException("this build lacks " + AIRLINE + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  EdePlan plan() {
    return plan;
  }

  /** The views, in the order of {@code views.yaml}. */
  public List<ViewDefinition> views() {
    return views;
  }

  /** The view of this name; null if there is none. */
  public @Nullable ViewDefinition view(String name) {
    for (ViewDefinition view : views) {
      if (view.name().equals(name)) {
        return view;
      }
    }
    return null;
  }
}
