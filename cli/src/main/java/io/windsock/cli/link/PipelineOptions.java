package io.windsock.cli.link;

import io.windsock.contracts.config.ConfigurationException;
import io.windsock.link.pipeline.PipelineKind;
import io.windsock.link.pipeline.PipelineShape;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that spread the work of one side over threads. */
final class PipelineOptions {
  /** The choices as typed. */
  private static final class KindNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(PipelineKind.values()).map(PipelineKind::label).iterator();
    }
  }

  /** Parses a choice. */
  private static final class KindConverter implements ITypeConverter<PipelineKind> {
    @Override
    public PipelineKind convert(String text) {
      for (PipelineKind kind : PipelineKind.values()) {
        if (kind.label().equals(text)) {
          return kind;
        }
      }
      throw new TypeConversionException(
          "'" + text + "' is none of " + String.join(", ", new KindNames()));
    }
  }

  @Option(
      names = "--pipeline",
      paramLabel = "KIND",
      defaultValue = "fine-grained",
      converter = KindConverter.class,
      completionCandidates = KindNames.class,
      description =
          "How the stages of this side are spread over threads: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}).")
  private PipelineKind kind = PipelineKind.FINE_GRAINED;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Threads of this side for the parts of a batch, of multi-threaded and hybrid (default: 2)."
              + " The other side may have more or fewer; batches are divided for the side that has"
              + " more.")
  private @Nullable Integer threads;

  @Option(
      names = "--choose-pipeline",
      description =
          "Begin with --pipeline, and change it by the times that the stages of this side take; each"
              + " change is in the log with its reason (--verbose).")
  private boolean chooses;

  PipelineOptions() {}

  /** Returns whether to change the pipeline while running. */
  boolean chooses() {
    return chooses;
  }

  /**
   * Returns the pipeline.
   *
   * @throws ConfigurationException if it can't have that many threads
   */
  PipelineShape shape() {
    Integer count = threads;
    if (count == null) {
      return PipelineShape.of(kind);
    }
    try {
      return new PipelineShape(kind, count);
    } catch (IllegalArgumentException e) {
      throw ConfigurationException.of("--threads", String.valueOf(e.getMessage()));
    }
  }
}
