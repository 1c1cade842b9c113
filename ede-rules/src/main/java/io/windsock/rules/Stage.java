package io.windsock.rules;

/**
 * A rule compiled for a catalogue: decides on each event that reaches it. Immutable and shared by
 * all threads; what it knows of a key stands in that key's history.
 */
interface Stage {
  /** What becomes of the event that was handed in. */
  enum Verdict {
    /** It goes on to the next stage. */
    PASS,
    /** This rule superseded an event, this one or one that this one replaces in its hold. */
    TAKEN,
    /** The stage has seen to it: held, or already passed on. */
    DONE
  }

  /** Decides on one event of a type that the rule speaks of. */
  Verdict receive(KeyHistory history, Event event, MirroringFunction function);

  /** Lets go of an event whose time has come; called for the one that is in the queue. */
  void due(Held held, MirroringFunction function);

  /** How many numbers it keeps in a history. */
  int numbers();

  /**
   * Where, of its numbers, it keeps how many updates of a key the mirrors lack because of it, and
   * beside that since when; negative for one that discards only what is superseded for good.
   */
  int lackSlot();

  /** The longest that it withholds an event, ms; 0 if it withholds none. */
  long maxHoldMs();
}
