package io.windsock.ede;

import io.windsock.contracts.config.ConfigNode;
import io.windsock.contracts.config.ConfigText;
import io.windsock.contracts.config.ConfigurationException;
import io.windsock.contracts.config.Fault;
import io.windsock.contracts.schema.Catalogue;
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
 * What the EDE does with a domain's events ({@code ede.yaml}), and the views over its states
 * ({@code views.yaml}). Checked against the catalogue once; immutable; for all threads.
 */
public final class EdeDefinition {

  /** Goes into the fingerprint: to be changed when the same files come to mean another state. */
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
    List<Fault> faults = new ArrayList<>();
    String ede = text(catalogue.domain(), EdeFile.NAME, faults);
    String views = text(catalogue.domain(), ViewsFile.NAME, faults);
    return parse(ede, views, catalogue, faults);
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
    ConfigNode edeRoot = ConfigNode.parse(ede, EdeFile.NAME, "it must name its events", faults);
    ConfigNode viewsRoot = ConfigNode.parse(views, ViewsFile.NAME, "it must name a view", faults);
    EdePlan plan = EdeFile.read(edeRoot, catalogue, layout, faults);
    ViewsFile.Content read = ViewsFile.read(viewsRoot, layout);
    if (plan == null || !faults.isEmpty()) {
      // The board's section of the file may have one fault in several views.
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

  /** The file's text; null, and a fault, if it can't be read. */
  private static @Nullable String text(Path folder, String name, List<Fault> faults) {
    try {
      return ConfigText.read(folder.resolve(name));
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
      return null;
    }
  }

  /** The file's text; null, and a fault, if the domain has none on the class path. */
  private static @Nullable String text(String domain, String name, List<Fault> faults) {
    String text = Catalogue.BUILT_IN.text(domain + "/" + name);
    if (text == null) {
      faults.add(new Fault(name, "there is none for a built-in domain '" + domain + "'"));
    }
    return text;
  }

  EdePlan plan() {
    return plan;
  }

  /** The views, in the order of {@code views.yaml}. */
  public List<ViewDefinition> views() {
    return views;
  }

  /** How the board shows the domain, as docs/ede.md describes it: a JSON object. */
  public String board() {
    return board;
  }

  /**
   * Tells definitions apart that make different states or rows of the same events: states kept
   * under one are not to be used under another. 32 hexadecimal digits; comments in the files and
   * how the board shows the views do not count.
   */
  public String fingerprint() {
    return fingerprint;
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
