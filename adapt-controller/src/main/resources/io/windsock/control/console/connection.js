// What the page says of its connection: live, or for how long there has been none, or no samples.

import { duration } from '/console/format.js';

const QUIET_MS = 5_000;

export class Connection {
  #element;
  #state = 'connecting';
  #detail = '';
  #sinceMs = performance.now();
  #newsMs = performance.now();

  constructor(element) {
    this.#element = element;
    this.#show();
    setInterval(() => this.#show(), 500);
  }

  /** The feed's state changed. Once lost, it stays lost until it is live again. */
  is(state, detail) {
    if (this.#state === 'lost' && state === 'connecting') return;
    if (this.#state !== state) this.#sinceMs = performance.now();
    this.#state = state;
    this.#detail = detail ?? '';
    if (state === 'live') this.#newsMs = performance.now();
    this.#show();
  }

  /** A sample has come. */
  news() {
    this.#newsMs = performance.now();
  }

  #show() {
    const quiet = this.#state === 'live' && performance.now() - this.#newsMs > QUIET_MS;
    const name = quiet ? 'quiet' : this.#state;
    document.body.dataset.connection = name;
    this.#element.dataset.state = name;
    const text = {
      quiet: () => `no samples for ${duration(performance.now() - this.#newsMs)}`,
      lost: () => `no connection for ${duration(performance.now() - this.#sinceMs)}: ${this.#detail}`,
    }[name]?.() ?? name;
    const label = this.#element.lastElementChild;
    if (label.textContent !== text) label.textContent = text;
  }
}
