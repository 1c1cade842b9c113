package io.windsock.rules;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The {@link EventFunction}s on the class path, by name. Immutable; looked up once. */
public final class EventFunctions {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** After so many that can't be used no more are looked for. */
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
        // Of a class made for a later Java, or of a function that can't say its name.
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

  /** The function of this name; null if there is none. */
  public static @Nullable EventFunction find(String name) {
    return FOUND.byName.get(name);
  }

  /** The names of all. */
  public static List<String> names() {
    return List.copyOf(FOUND.byName.keySet());
  }

  /** Why one can't be found, in words. */
  public static String missing(String name) {
    return FOUND.without(name);
  }

  String without(String name) {
    return "'"
        + name
        + "' is no function on the class path; there are "
        + List.copyOf(byName.keySet())
        + (faults.isEmpty() ? "" : ", and unusable ones: " + faults);
  }
}
