package io.windsock.rules;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The {@link EventFunction}s on the class path by name. Immutable; loaded once. */
public final class EventFunctions {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** The number of unusable functions after which the search stops. */
  private static final int MAX_FAULTS = 100;

  private static final EventFunctions FOUND =
      new EventFunctions(ServiceLoader.load(EventFunction.class).iterator());

  private final TreeMap<String, EventFunction> byName = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();

  EventFunctions(Iterator<EventFunction> providers) {
    while (faults.size() < MAX_FAULTS) {
      try {
        if (!providers.hasNext()) {
          return;
        }
        add(providers.next());
      } catch (ServiceConfigurationError e) {
        faults.add(String.valueOf(e.getMessage()));
      } catch (RuntimeException | LinkageError e) {
        // The class needs a later Java version, or its name() throws.
        faults.add(e.toString());
      }
    }
  }

  private void add(EventFunction function) {
    String name = function.name();
    int numbers = function.numbers();
    boolean good =
        NAME.matcher(name).matches() && numbers >= 0 && numbers <= EventFunction.MAX_NUMBERS;
    if (!good || byName.putIfAbsent(name, function) != null) {
      faults.add(
          function.getClass().getName() + " named '" + name + "' with " + numbers + " numbers");
    }
  }

  /** Returns the function with this name; null if there is none. */
  public static @Nullable EventFunction find(String name) {
    return FOUND.byName.get(name);
  }

  /**
   * Returns what identifies a function in the log: its name, and the number of values that it
   * remembers. With another number, a history's values would be taken for others. One value goes
   * without saying, so that the histories of such functions are read as before.
   */
  public static String identity(String name) {
    return FOUND.identityOf(name);
  }

  String identityOf(String name) {
    EventFunction function = byName.get(name);
    return function == null || function.numbers() == 1 ? name : name + " " + function.numbers();
  }

  /** Returns the names of all functions. */
  public static List<String> names() {
    return List.copyOf(FOUND.byName.keySet());
  }

  /** Returns a message that explains why a function can't be found. */
  public static String missing(String name) {
    return FOUND.without(name);
  }

  String without(String name) {
    return "'%s' is not a function on the class path; there are %s".formatted(name, byName.keySet())
        + (faults.isEmpty() ? "" : ", and unusable ones: " + faults);
  }
}
