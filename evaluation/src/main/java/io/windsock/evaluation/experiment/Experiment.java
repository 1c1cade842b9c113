package io.windsock.evaluation.experiment;

import io.windsock.evaluation.data.Table;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** An experiment: a question, the subjects that take turns, and what their figures mean. */
public interface Experiment {
  /** Returns what readers need to know about it. */
  Description description();

  /**
   * Returns about how long it takes with the default rounds, such as {@code 15 min}; or nothing.
   */
  default String time() {
    return "";
  }

  /**
   * Returns what this machine lacks for the experiment, and what to do about it; empty if nothing.
   */
  default String missing() {
    return "";
  }

  /**
   * Returns whether every run counts. Otherwise each setting runs once before the first round, as
   * what is first is slower.
   */
  default boolean countsAtOnce() {
    return false;
  }

  /**
   * Returns whether its settings differ in how they mirror alone, so that a run in which all mirror
   * alike must find no difference.
   */
  default boolean comparesMirroring() {
    return true;
  }

  /** Returns what each round measures, in its order. */
  List<Subject> subjects(Scale scale);

  /**
   * Prepares everything that the runs need and warms it up.
   *
   * @param about takes what is found out on the way
   */
  Run start(Scale scale, Notes about) throws InterruptedException, IOException;

  /**
   * Returns what was measured.
   *
   * @param rows the values of each run
   * @param lines the time lines, in which x is the time; empty for most experiments
   */
  Outcome outcome(Table rows, Table lines);

  /** A prepared experiment. */
  interface Run extends AutoCloseable {
    /** Prepares a round, before its first subject. */
    default void beginRound() throws InterruptedException, IOException {}

    /** Measures a subject once; returns values by measure. */
    Map<String, Double> measure(Subject subject) throws InterruptedException, IOException;

    /** Returns the time line of the last measurement, if the experiment has one. */
    default List<Moment> timeLine() {
      return List.of();
    }

    @Override
    void close();
  }

  /**
   * A value of a time line.
   *
   * @param seconds since the run began
   */
  record Moment(double seconds, String measure, double value) {}

  /**
   * A description of an experiment.
   *
   * @param name the name on the command line and of the folder
   * @param title one line
   * @param question what it answers
   * @param source the paper, its section and figure; empty for our own
   * @param setting how it is measured, a sentence each
   * @param differences how that differs from the paper's, a sentence each
   */
  record Description(
      String name,
      String title,
      String question,
      String source,
      List<String> setting,
      List<String> differences) {
    /** Copies the sentences. */
    public Description {
      setting = List.copyOf(setting);
      differences = List.copyOf(differences);
    }
  }
}
