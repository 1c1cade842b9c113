// The connection to the controller: all that is known, then everything as it happens. After a break all of it comes again.

const FIRST_RETRY_MS = 400;
const LONGEST_RETRY_MS = 5_000;
const SILENCE_MS = 7_000; // a heartbeat comes every 2 s

export class Feed {
  #events;
  #on;
  #source = null;
  #silence = 0;
  #retry = 0;
  #retryMs = FIRST_RETRY_MS;

  /**
   * @param events what is done with each kind of event, by name: {site(data), decision(data), ...}
   * @param on {state(name: connecting | live | lost, detail), begin()}
   */
  constructor(events, on) {
    this.#events = events;
    this.#on = on;
  }

  open() {
    clearTimeout(this.#retry);
    this.#on.state('connecting');
    const source = new EventSource('/v1/watch');
    this.#source = source;
    source.onopen = () => { if (source === this.#source) this.#on.begin(); };
    const listen = (name, handle) =>
      source.addEventListener(name, (event) => {
        if (source !== this.#source) return;
        this.#heard();
        handle(JSON.parse(event.data));
      });
    for (const [name, handle] of Object.entries(this.#events)) {
      listen(name, (data) => {
        handle(data);
        if (name === 'live') {
          this.#retryMs = FIRST_RETRY_MS;
          this.#on.state('live');
        }
      });
    }
    listen('cut', ({ reason }) => this.#lost(reason));
    source.onerror = () => { if (source === this.#source) this.#lost('the controller does not answer'); };
    this.#heard();
  }

  #heard() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost('the controller is silent'), SILENCE_MS);
  }

  #lost(reason) {
    clearTimeout(this.#silence);
    this.#source?.close();
    this.#source = null;
    this.#on.state('lost', reason);
    this.#retry = setTimeout(() => this.open(), this.#retryMs * (0.5 + Math.random()));
    this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
  }
}
