package io.windsock.site.query;

import io.windsock.ede.view.ViewDefinition;
import io.windsock.platform.http.Workers;
import io.windsock.platform.http.message.Refusal;
import io.windsock.site.serve.CurrentPosition;
import io.windsock.site.serve.PageGate;
import io.windsock.site.serve.RowWriter;
import io.windsock.site.serve.ServedSite;
import io.windsock.site.serve.ServerConfig;
import io.windsock.site.serve.SitePosition;
import io.windsock.site.state.SiteSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers queries, independently of their transport. It never blocks the caller: the {@link
 * Workers} perform all reads and bound the number waiting. Any thread may ask.
 */
public final class Queries {
  /** The most bytes of a char in UTF-8. */
  private static final long MAX_UTF8_BYTES = 3;

  private final ServedSite site;
  private final Workers workers;
  private final ViewCache cache;
  private final CurrentPosition position;
  private final StreamStarts starts;
  private final ServerConfig.Views bounds;
  private final List<ViewDefinition> views;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ThreadLocal<RowWriter> writers;

  /** Creates the queries of {@code site}. */
  public Queries(
      ServedSite site,
      Workers workers,
      ViewCache cache,
      CurrentPosition position,
      ServerConfig.Views bounds) {
    this.site = site;
    this.workers = workers;
    this.cache = cache;
    this.position = position;
    starts = new StreamStarts(site, position);
    this.bounds = bounds;
    views = site.definition().views();
    for (ViewDefinition view : views) {
      numbers.put(view.name(), numbers.size());
    }
    writers = RowWriter.perThread(site);
  }

  /** The view of this name; null if there is none. */
  public @Nullable ViewDefinition view(String name) {
    Integer number = numbers.get(name);
    return number == null ? null : views.get(number);
  }

  /** The cached answer to a validated query; null if it is not cached. */
  public QueryAnswer.@Nullable Found ready(ViewQuery query) {
    Integer number = numbers.get(query.view());
    if (number == null) {
      return null;
    }
    SitePosition now = position.get();
    EncodedView view = cache.ready(new ViewGroup(number, query.group()), variant(query));
    return view == null ? null : found(view, now);
  }

  /**
   * Answers a query for a view.
   *
   * @param to receives the answer, on a worker or immediately
   */
  public void ask(ViewQuery query, Consumer<QueryAnswer> to) {
    QueryAnswer.Refused refused = check(query);
    if (refused != null) {
      to.accept(refused);
      return;
    }
    SitePosition now = position.get();
    cache.get(
        group(query), variant(query), (view, failure) -> to.accept(answer(view, failure, now)));
  }

  private static QueryAnswer answer(
      @Nullable EncodedView view, @Nullable Throwable failure, SitePosition now) {
    if (failure != null) {
      return failed(failure);
    }
    return view == null ? new QueryAnswer.TooBig() : found(view, now);
  }

  /** The cached view is current as of {@code now}, which was read before it, or is even newer. */
  private static QueryAnswer.Found found(EncodedView view, SitePosition now) {
    return new QueryAnswer.Found(view, view.at().batch() >= now.batch() ? view.at() : now);
  }

  private static QueryAnswer failed(Throwable failure) {
    return failure instanceof Refusal busy
        ? new QueryAnswer.Refused(QueryAnswer.Why.BUSY, busy.error(), busy.remedy())
        : new QueryAnswer.Failed(failure);
  }

  /**
   * Reads a view that is too big to be kept. It is sent uncompressed, page by page as the client
   * takes it.
   *
   * @throws Refusal if too many views are being streamed
   */
  public void stream(ViewQuery query, PageGate gate) {
    cache.stream(group(query), variant(query.in(query.form().plain())), gate);
  }

  /**
   * Answers a query for a key.
   *
   * @param to receives the answer, on a worker or immediately
   */
  public void ask(KeyQuery query, Consumer<QueryAnswer> to) {
    QueryAnswer.Refused refused = checkText("the key", query.key());
    if (refused != null) {
      to.accept(refused);
      return;
    }
    try {
      workers.scan(() -> to.accept(read(query)));
    } catch (Refusal busy) {
      to.accept(failed(busy));
    }
  }

  private QueryAnswer read(KeyQuery query) {
    try (SiteSnapshot snapshot = site.snapshot()) {
      KeyReader reader = new KeyReader(snapshot, writers.get());
      byte[] body =
          query.form() == ViewForm.AVRO ? reader.framed(query.key()) : reader.json(query.key());
      if (body == null) {
        return noState(query.key());
      }
      SitePosition at = new SitePosition(snapshot.batch(), snapshot.token());
      return new QueryAnswer.Found(EncodedView.document(at, body, query.form()), at);
    } catch (RuntimeException e) {
      return new QueryAnswer.Failed(e);
    }
  }

  /**
   * Opens a reader of many keys' states at one position. It reads on the calling thread, so only
   * workers may use it.
   */
  public KeyReader keys() {
    return new KeyReader(site.snapshot(), writers.get());
  }

  /** The refusal of an invalid key; null for a valid one, whether it has a state or not. */
  public QueryAnswer.@Nullable Refused checkKey(String key) {
    return key.isEmpty() ? invalid("the key is empty", "name one") : checkText("the key", key);
  }

  /** The refusal of a key without state. */
  public static QueryAnswer.Refused noState(String key) {
    return new QueryAnswer.Refused(
        QueryAnswer.Why.ABSENT,
        "there is no state of " + Refusal.shown(key),
        "no event of this key has been applied here; a view lists the keys there are");
  }

  /** Determines how a client's stream begins, as of now. */
  public FollowStart follow(FollowQuery query) {
    int view = query.view() == null ? wholeView() : number(query.view());
    if (view < 0) {
      return query.view() == null
          ? invalid("this domain has no view without a parameter", "add view=…, one of " + views)
          : absent(query.view());
    }
    String key = query.key();
    QueryAnswer.Refused refused =
        key == null ? checkGroup(views.get(view), query.group()) : checkText("the key", key);
    if (refused != null) {
      return refused;
    }
    Filter filter = key == null ? Filter.ofView(view, query.group()) : Filter.ofKey(view, key);
    return starts.from(filter, query.since());
  }

  /** The first view without a parameter; its rows are used for single keys and for all keys. */
  private int wholeView() {
    for (int view = 0; view < views.size(); view++) {
      if (views.get(view).parameter() == null) {
        return view;
      }
    }
    return -1;
  }

  private int number(String view) {
    return numbers.getOrDefault(view, -1);
  }

  private ViewGroup group(ViewQuery query) {
    return new ViewGroup(number(query.view()), query.group());
  }

  private static ViewCache.Variant variant(ViewQuery query) {
    return new ViewCache.Variant(query.limit(), query.form());
  }

  private QueryAnswer.@Nullable Refused check(ViewQuery query) {
    ViewDefinition view = view(query.view());
    if (view == null) {
      return absent(query.view());
    }
    QueryAnswer.Refused refused = checkGroup(view, query.group());
    boolean withinBounds =
        query.limit() == ViewQuery.ALL
            || (query.limit() >= 1 && query.limit() <= bounds.maxLimit());
    return refused == null && !withinBounds ? badLimit(Integer.toString(query.limit())) : refused;
  }

  /** The refusal of a limit that is not a number or is out of bounds. */
  public QueryAnswer.Refused badLimit(String limit) {
    return invalid(
        "limit " + Refusal.shown(limit) + " is out of bounds",
        "use a number from 1 to " + bounds.maxLimit());
  }

  private QueryAnswer.@Nullable Refused checkGroup(ViewDefinition view, String group) {
    String parameter = view.parameter();
    if (parameter == null) {
      return group.isEmpty()
          ? null
          : invalid("the view " + view.name() + " has no parameter", "leave it out");
    }
    return group.isEmpty()
        ? invalid(
            "the view " + view.name() + " needs the parameter '" + parameter + "'",
            "add " + parameter + "=…")
        : checkText(parameter, group);
  }

  /** Checks the length of a key or of a parameter's value. */
  private QueryAnswer.@Nullable Refused checkText(String name, String value) {
    if (value.length() * MAX_UTF8_BYTES > bounds.maxKeyBytes()
        && value.getBytes(StandardCharsets.UTF_8).length > bounds.maxKeyBytes()) {
      return invalid(
          name + " " + Refusal.shown(value) + " is longer than " + bounds.maxKeyBytes() + " bytes",
          "no state has one that long");
    }
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) < ' ') {
        return invalid(
            name + " " + Refusal.shown(value) + " has a control character", "leave it out");
      }
    }
    return null;
  }

  private QueryAnswer.Refused absent(String view) {
    return new QueryAnswer.Refused(
        QueryAnswer.Why.ABSENT,
        "there is no view " + Refusal.shown(view),
        "the views are " + views);
  }

  private static QueryAnswer.Refused invalid(String error, String remedy) {
    return new QueryAnswer.Refused(QueryAnswer.Why.INVALID, error, remedy);
  }
}
