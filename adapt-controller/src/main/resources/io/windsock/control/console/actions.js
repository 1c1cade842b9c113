// What an operator does: pin a function, release it, start and stop a storm.

import { element, millis, number, text } from '/console/format.js';

export class Actions {
  #model;
  #parts;
  #storms = true;
  #busy = false;

  /** @param parts elements: functions, said, storm, report */
  constructor(model, parts) {
    this.#model = model;
    this.#parts = parts;
    parts.storm.addEventListener('submit', (event) => {
      event.preventDefault();
      const { clients, ramp, pattern, rate } = parts.storm.elements;
      this.#stormed('POST', {
        clients: clients.valueAsNumber, rampMs: Math.round(ramp.valueAsNumber * 1000), pattern: pattern.value, rate: rate.valueAsNumber,
      });
    });
    parts.storm.elements.stop.addEventListener('click', () => this.#stormed('DELETE'));
  }

  /** Asks whether there are storms here; the stream tells how they go. */
  async learn() {
    const answer = await ask('GET', '/v1/storm');
    this.#storms = answer.ok;
    if (answer.ok) this.#model.storm = answer.body; else if (answer.status) this.#report(answer.words, false);
    this.show();
  }

  show() {
    const { parameters, standing, storm } = this.#model;
    const may = Boolean(standing?.active) && document.body.dataset.connection !== 'lost' && !this.#busy;
    const names = this.#model.functions();
    if (this.#parts.functions.dataset.names !== names.join('\n')) this.#buttons(names);
    for (const button of this.#parts.functions.children) {
      button.disabled = !may || (button.dataset.release !== undefined && !parameters?.pinned);
      if (button.dataset.function !== undefined) button.setAttribute('aria-pressed', String(button.dataset.function === parameters?.pinned));
    }
    const { elements } = this.#parts.storm;
    for (const field of elements) field.disabled = !this.#storms || (field.type !== 'button' && Boolean(storm?.running));
    elements.stop.disabled = !this.#storms || !storm?.running;
    if (this.#storms && storm && this.#parts.report.dataset.fault === undefined) this.#report(stormWords(storm), false);
  }

  #buttons(names) {
    this.#parts.functions.dataset.names = names.join('\n');
    const pins = names.map((name) => {
      const button = element('button', `tone-${this.#model.tone(name)}`, element('i'), `Pin ${name}`);
      button.type = 'button';
      button.dataset.function = name;
      button.addEventListener('click', () => this.#changed('/v1/mode/pin', { function: name }, `pinned ${name}`));
      return button;
    });
    const release = element('button', '', 'Release');
    release.type = 'button';
    release.dataset.release = '';
    release.addEventListener('click', () => this.#changed('/v1/mode/release', {}, 'released: the policy decides'));
    this.#parts.functions.replaceChildren(...pins, release);
  }

  async #changed(path, body, done) {
    this.#busy = true;
    this.show();
    // Of the parameters on the screen: what another operator has changed since is not overwritten.
    const answer = await ask('POST', path, body, this.#model.parameters?.epoch);
    this.#busy = false;
    text(this.#parts.said, answer.ok ? `${done}, epoch ${answer.body.epoch}` : answer.words);
    this.#parts.said.classList.toggle('fault', !answer.ok);
    this.show();
  }

  async #stormed(method, order) {
    const answer = await ask(method, '/v1/storm', order);
    delete this.#parts.report.dataset.fault;
    if (answer.ok) { this.#model.storm = answer.body; this.show(); } else this.#report(answer.words, true);
  }

  #report(words, fault) {
    text(this.#parts.report, words);
    this.#parts.report.classList.toggle('fault', fault);
    if (fault) this.#parts.report.dataset.fault = ''; else delete this.#parts.report.dataset.fault;
  }
}

function stormWords({ running, startedAtMs, asked, answered, failed, following, p50Ms, p99Ms, maxMs, detail }) {
  if (!startedAtMs && !running) return detail;
  const delays = answered ? `; initial state p50 ${millis(p50Ms)}, p99 ${millis(p99Ms)}, longest ${millis(maxMs)}` : '';
  return `${detail}: ${number(answered)} of ${number(asked)} served, ${number(failed)} failed, ${number(following)} follow${delays}`;
}

/** Asks the controller: {ok, status, body, words}; status 0 if it did not answer. */
async function ask(method, path, body, epoch) {
  try {
    const init = { method, cache: 'no-store' };
    if (method === 'POST') Object.assign(init, { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    if (epoch !== undefined) init.headers['If-Match'] = `"${epoch}"`;
    const answer = await fetch(path, init);
    const told = await answer.json();
    const words = answer.ok ? '' : `${told.error}: ${told.remedy}`;
    return { ok: answer.ok, status: answer.status, body: told, words };
  } catch {
    return { ok: false, status: 0, words: 'the controller did not answer; nothing is known of the change' };
  }
}
