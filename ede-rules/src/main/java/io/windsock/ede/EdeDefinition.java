package io.windsock.ede;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
import io.windsock.contracts.schema.DomainFiles;
import io.windsock.ede.definition.EdePlan;
import io.windsock.ede.definition.StateLayout;
import io.windsock.ede.view.ViewDefinition;
import io.windsock.ede.view.ViewsFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The definition of how the EDE processes a domain's events ({@code ede.yaml}), and of the views
 * over its states ({@code views.yaml}). Checked once against the catalogue. Immutable; shared by
 * all threads.
 */
public final class EdeDefinition {
  private static final String EDE = "ede.yaml";
  private static final String VIEWS = "views.yaml";

  /** Part of the fingerprint: change it when the same files start to produce different states. */
  private static final String MEANING = "1";

  private final EdePlan plan;
  private final List<ViewDefinition> views;
  private final String board;
  private final String fingerprint;

  private EdeDefinition(EdePlan plan, ViewsFile.Content views, String fingerprint) {
    this.plan = plan;
    this.views = List.copyOf(views.views());
    this.board = views.board();
    this.fingerprint = fingerprint;
  }

  /**
   * Reads the files of the catalogue's domain on the class path.
   *
   * @throws ConfigurationException with every fault of both files, each with its place
   */
  public static EdeDefinition builtIn(Catalogue catalogue) {
    return read(DomainFiles.builtIn(catalogue.domain()), catalogue);
  }

  /**
   * Reads {@code ede.yaml} and {@code views.yaml} in {@code folder}.
   *
   * @throws ConfigurationException with every fault of both files, each with its place
   */
  public static EdeDefinition load(Path folder, Catalogue catalogue) {
    return read(DomainFiles.folder(folder), catalogue);
  }

  private static EdeDefinition read(DomainFiles files, Catalogue catalogue) {
    List<Fault> faults = new ArrayList<>();
    String ede = text(files, EDE, faults);
    String views = text(files, VIEWS, faults);
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
    ConfigNode edeRoot = ConfigNode.parse(ede, EDE, "it must name its events", faults);
    ConfigNode viewsRoot = ConfigNode.parse(views, VIEWS, "it must name a view", faults);
    EdePlan plan = EdePlan.read(edeRoot, catalogue, layout, faults);
    ViewsFile.Content read = ViewsFile.read(viewsRoot, layout);
    if (plan == null || !faults.isEmpty()) {
      // Several views may share a fault in the file's board section.
      throw new ConfigurationException(faults.stream().distinct().toList());
    }
    Schema state = catalogue.stateType().current().schema();
    String rows = ViewsFile.meaning(viewsRoot);
    return new EdeDefinition(plan, read, fingerprint(MEANING, edeRoot, rows, state));
  }

  private static String fingerprint(Object... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (Object part : parts) {
        digest.update(part.toString().getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** Returns the file's text; adds a fault and returns null if it can't be read. */
  private static @Nullable String text(DomainFiles files, String name, List<Fault> faults) {
    try {
      return files.read(name);
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
      return null;
    }
  }

  EdePlan plan() {
    return plan;
  }

  /** Returns the views in the order of {@code views.yaml}. */
  public List<ViewDefinition> views() {
    return views;
  }

  /** Returns how the board shows the domain, a JSON object that docs/ede.md describes. */
  public String board() {
    return board;
  }

  /**
   * Returns 32 hexadecimal digits that differ between definitions that produce different states or
   * rows from the same events. States stored under one fingerprint must not be used under another.
   * Comments in the files and the board sections do not affect it.
   */
  public String fingerprint() {
    return fingerprint;
  }

  /** Returns the view with this name; null if there is none. */
  public @Nullable ViewDefinition view(String name) {
    for (ViewDefinition view : views) {
      if (view.name().equals(name)) {
        return view;
      }
    }
    return null;
  }
}
