package io.windsock.site.http.views;

import io.windsock.ede.EdeDefinition;
import io.windsock.ede.ViewDefinition;
import io.windsock.platform.http.message.Refusal;
import io.windsock.platform.http.message.Target;
import io.windsock.site.http.api.ServerConfig;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which rows of which view a request asks for. Immutable. */
public final class ViewRequest {
  private final ViewGroup group;
  private final int limit;
  private final Map<ViewForm, ViewCache.Variant> variants = new EnumMap<>(ViewForm.class);

  private ViewRequest(ViewGroup group, int limit) {
    this.group = group;
    this.limit = limit;
    for (ViewForm form : ViewForm.values()) {
      variants.put(form, new ViewCache.Variant(limit, form));
    }
  }

  /**
   * Reads {@code /v1/views/{view}?parameter=value&limit=n}.
   *
   * @throws Refusal if there is no such view or a parameter is wrong
   */
  static ViewRequest parse(String name, Target target, EdeDefinition ede, ServerConfig config) {
    int view = number(name, ede);
    target.allow(parameters(ede.views().get(view), Set.of("limit")));
    return new ViewRequest(
        new ViewGroup(view, group(ede.views().get(view), target, config)),
        limit(target.parameter("limit"), config.views().maxLimit()));
  }

  /**
   * The number of the view of this name.
   *
   * @throws Refusal if there is none
   */
  public static int number(String name, EdeDefinition ede) {
    List<ViewDefinition> views = ede.views();
    for (int i = 0; i < views.size(); i++) {
      if (views.get(i).name().equals(name)) {
        return i;
      }
    }
    throw Refusal.absent("there is no view " + Refusal.shown(name), "the views are " + views);
  }

  /** The parameters of requests for a view: its own, and these. */
  public static Set<String> parameters(ViewDefinition view, Set<String> others) {
    Set<String> known = new HashSet<>(others);
    if (view.parameter() != null) {
      known.add(view.parameter());
    }
    return known;
  }

  /**
   * The value of a view's parameter; empty for a view without one.
   *
   * @throws Refusal if it is missing or can't be
   */
  public static String group(ViewDefinition view, Target target, ServerConfig config) {
    String parameter = view.parameter();
    if (parameter == null) {
      return "";
    }
    String value = target.parameter(parameter);
    if (value == null) {
      throw Refusal.bad(
          "the view " + view.name() + " needs the parameter '" + parameter + "'",
          "add " + parameter + "=…");
    }
    return text(parameter, value, config.views().maxKeyBytes());
  }

  /**
   * A key or a parameter's value, held to its bounds.
   *
   * @throws Refusal if it is too long or has control characters
   */
  public static String text(String name, String value, int maxBytes) {
    if (value.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > maxBytes) {
      throw Refusal.bad(
          name + " " + Refusal.shown(value) + " is longer than " + maxBytes + " bytes",
          "no state has one that long");
    }
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) < ' ') {
        throw Refusal.bad(
            name + " " + Refusal.shown(value) + " has a control character", "leave it out");
      }
    }
    return value;
  }

  private static int limit(@Nullable String text, int max) {
    if (text == null) {
      return ViewEncoder.ALL;
    }
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= max) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // falls through to the refusal, which shows the value
    }
    throw Refusal.bad("limit " + Refusal.shown(text) + " can't be", "a number from 1 to " + max);
  }

  ViewGroup group() {
    return group;
  }

  ViewCache.Variant variant(ViewForm form) {
    ViewCache.Variant variant = variants.get(form);
    return variant == null ? new ViewCache.Variant(limit, form) : variant;
  }
}
