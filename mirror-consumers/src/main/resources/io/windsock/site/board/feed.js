// The connection to a site: initial state, then updates, across reconnects and sites.
//
// The token moves only with an event that has been handed on, never with a page of the initial
// state; so whatever breaks, `after=token` asks for exactly what is missing.

const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 10_000;
const SILENCE_MS = 20_000;
const OLD_MS = 10_000;
const REFUSAL_MS = 5_000;

export class Feed {
  #query;
  #on;
  #sites;
  #at = 0;
  #token = null;
  #retryMs = FIRST_RETRY_MS;
  #source = null;
  #silence = 0;
  #retry = 0;
  #attempt = 0;
  #oldSince = 0;
  #oldTries = 0;

  /**
   * @param query URLSearchParams of the view: its name, and the value of its parameter
   * @param on {state(name: connecting | resuming | live | lost | refused, detail), reset(), rows(list), update(row), remove(key), live(info), time(ms), stale(ms, reason), current()}
   * @param sites base URLs to try in turn; the first is this page's own
   */
  constructor(query, on, sites = ['']) {
    this.#query = query;
    this.#on = on;
    this.#sites = sites;
  }

  open() {
    clearTimeout(this.#retry);
    this.#attempt++;
    this.#oldSince = 0;
    const params = new URLSearchParams(this.#query);
    if (this.#token) params.set('after', this.#token);
    this.#on.state(this.#token ? 'resuming' : 'connecting', this.#sites[this.#at]);
    const url = `${this.#sites[this.#at]}/v1/subscribe?${params}`;
    const source = new EventSource(url);
    this.#source = source;
    const listen = (name, handle) =>
      source.addEventListener(name, (event) => {
        if (source !== this.#source) return;
        this.#heard();
        handle(event.data ? JSON.parse(event.data) : {});
        if (event.lastEventId && Feed.#moves(name)) this.#token = event.lastEventId;
      });
    listen('wait', () => {});
    listen('reset', () => { this.#token = null; this.#on.reset(); });
    listen('resume', () => {});
    listen('rows', (data) => this.#on.rows(data.rows));
    listen('live', (data) => {
      this.#retryMs = FIRST_RETRY_MS;
      this.#on.live(data);
      this.#on.current();
      this.#on.state('live', data.site);
    });
    listen('update', (data) => this.#on.update(data));
    listen('remove', (data) => this.#on.remove(data));
    listen('derived', () => {});
    listen('heartbeat', (data) => { this.#oldSince = this.#oldTries = 0; this.#on.current(); this.#on.time(data.time); });
    listen('stale', (data) => { this.#on.stale(data.ms, data.reason); this.#old(data.reason); });
    listen('cut', (data) => this.#lost(data.reason));
    source.onerror = () => {
      if (source !== this.#source) return;
      if (source.readyState === EventSource.CLOSED) this.#answered(url); else this.#lost('connection lost');
    };
    this.#heard();
    this.#learnSites();
  }

  close() {
    this.#attempt++;
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
    this.#source?.close();
    this.#source = null;
  }

  // Pages carry no id of their own, but the browser repeats the last one it saw.
  static #moves(name) {
    return name === 'live' || name === 'update' || name === 'remove' || name === 'heartbeat' || name === 'derived';
  }

  #heard() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost('silent'), SILENCE_MS);
  }

  // The site may be the only one that is cut off, and not know the others by the addresses that
  // a browser uses. Once round is enough: if all are old, each keeps its clients.
  #old(reason) {
    const now = Date.now();
    this.#oldSince ||= now;
    if (now - this.#oldSince < OLD_MS || this.#oldTries >= this.#sites.length - 1) return;
    this.#oldTries++;
    this.#lost(reason);
  }

  // The site answered, but with no stream. An EventSource does not tell what; ask once more, unless
  // another site can be tried first: a site that is full or behind has enough to do.
  async #answered(url) {
    this.close();
    if (!this.#token && this.#at < this.#sites.length - 1) {
      this.#lost('the site is not ready');
      return;
    }
    const attempt = this.#attempt;
    const refusal = await Feed.#refusal(url);
    if (attempt !== this.#attempt) return;
    if (refusal === null) {
      this.#lost('the site is not ready');
    } else if (this.#token) {
      this.#token = null; // it means nothing there: begin anew
      this.#lost(refusal);
    } else {
      this.#on.state('refused', refusal);
    }
  }

  /** Why the site will never answer this request; null if it may. */
  static async #refusal(url) {
    const abort = new AbortController();
    const late = setTimeout(() => abort.abort(), REFUSAL_MS);
    try {
      const answer = await fetch(url, { signal: abort.signal, headers: { Accept: 'text/event-stream' } });
      const final = answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429;
      return final ? (await answer.json()).error : null;
    } catch {
      return null;
    } finally {
      clearTimeout(late);
      abort.abort();
    }
  }

  #lost(reason) {
    this.close();
    this.#on.state('lost', reason);
    this.#at = (this.#at + 1) % this.#sites.length;
    // Spread out, so that a terminal's displays do not all come back in the same instant.
    this.#retry = setTimeout(() => this.open(), this.#retryMs * (0.5 + Math.random()));
    // Longer each time that all have been tried: of the listed sites some may not run.
    if (this.#at === 0) this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
  }

  async #learnSites() {
    if (this.#sites.length > 1) return;
    try {
      const answer = await fetch('/v1/sites');
      const known = (await answer.json()).sites.filter((site) => site.url && !site.self).map((site) => site.url)
        .filter((url) => new URL(url).origin !== location.origin); // listed for others as well
      this.#sites = ['', ...known];
    } catch {
      // The page works with the one site it has.
    }
  }
}
