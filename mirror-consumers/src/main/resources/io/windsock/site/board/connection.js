// What the board says of its connection: live, or for how long there has been none, or no news, or
// that the site itself is cut off.

export class Connection {
  #element;
  #quietMs;
  #state = 'connecting';
  #detail = '';
  #sinceMs = performance.now();
  #newsMs = performance.now();
  #stale = null;

  constructor(element, quietMs) {
    this.#element = element;
    this.#quietMs = quietMs;
    this.#show();
    setInterval(() => this.#show(), 500);
  }

  /** The feed's state changed. Once lost, it stays lost until it is live again. */
  is(state, detail) {
    if (this.#state === 'lost' && (state === 'connecting' || state === 'resuming')) return;
    if (this.#state !== state) this.#sinceMs = performance.now();
    this.#state = state;
    this.#detail = detail ?? '';
    if (state !== 'live') this.#stale = null;
    if (state === 'live') this.#newsMs = performance.now();
    this.#show();
  }

  /** The site is cut off or held up: what is shown is `ms` old, as of `asOf` in words. */
  stale(ms, reason, asOf) {
    this.#stale = { sinceMs: performance.now() - ms, reason, asOf };
    this.#show();
  }

  /** The site is current again. */
  current() {
    if (!this.#stale) return;
    this.#stale = null;
    this.#show();
  }

  /** Something new has come. */
  news() {
    const quiet = this.#quiet();
    this.#newsMs = performance.now();
    if (quiet) this.#show();
  }

  #quiet() {
    return this.#state === 'live' && performance.now() - this.#newsMs > this.#quietMs;
  }

  #show() {
    const quiet = this.#quiet();
    const name = this.#stale ? 'stale' : quiet ? 'quiet' : this.#state;
    document.body.dataset.connection = name;
    this.#element.dataset.state = name;
    this.#element.title = this.#stale?.reason ?? this.#detail;
    const text = {
      stale: () => `data as of ${this.#stale.asOf}, not current for ${duration(this.#stale.sinceMs)}`,
      quiet: () => `no news for ${duration(this.#newsMs)}`,
      lost: () => `no connection for ${duration(this.#sinceMs)}`,
      refused: () => 'not connected',
    }[name]?.() ?? name;
    const label = this.#element.lastElementChild;
    if (label.textContent !== text) label.textContent = text;
  }
}

function duration(sinceMs) {
  const seconds = Math.round((performance.now() - sinceMs) / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
