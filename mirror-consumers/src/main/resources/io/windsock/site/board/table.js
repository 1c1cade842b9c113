// The table of flights: one tr a key, touched only where a cell's text changed.

import { flightOf, isPast, isStale, place, statusOf, times } from '/board/row.js';

const SHOWN_AT_MOST = 400;

export class FlightTable {
  #body;
  #view;
  #clockText;
  #lines = new Map();
  #order = [];

  /** @param clockText ms → text, in the board's time zone */
  constructor(head, body, view, clockText) {
    this.#body = body;
    this.#view = view;
    this.#clockText = clockText;
    const where = view === 'departures' ? 'To' : view === 'all' ? 'Route' : 'From';
    const last = view === 'arrivals' ? ['Belt'] : [];
    for (const title of ['Time', 'Flight', where, 'Terminal', 'Gate', ...last, 'Status']) {
      const th = document.createElement('th');
      th.textContent = title;
      head.append(th);
    }
  }

  /** Draws rows (key → row) as of the feed's clock. */
  draw(rows, nowMs) {
    const shown = [...rows].filter(([, row]) => this.#view !== 'arrivals' || !isPast(row, nowMs)).map(([key, row]) => ({ key, row, at: times(row).best ?? Infinity }))
      .sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
      .slice(0, SHOWN_AT_MOST);
    const keys = new Set(shown.map((line) => line.key));
    for (const [key, tr] of this.#lines) {
      if (!keys.has(key)) { tr.remove(); this.#lines.delete(key); }
    }
    for (const { key, row } of shown) this.#line(key, row, nowMs);
    this.#arrange(shown.map((line) => line.key));
    return shown.length;
  }

  #line(key, row, nowMs) {
    let tr = this.#lines.get(key);
    const fresh = !tr;
    if (fresh) {
      tr = document.createElement('tr');
      tr.dataset.key = key;
      const names = ['time', 'flight', 'place', 'terminal', 'gate', ...(this.#view === 'arrivals' ? ['belt'] : []), 'status'];
      for (const name of names) {
        const td = document.createElement('td');
        td.className = name;
        tr.append(td);
      }
      this.#lines.set(key, tr);
    }
    tr.dataset.status = row.status ?? '';
    tr.classList.toggle('stale', isStale(row, nowMs));
    for (const td of tr.cells) this.#cell(td, key, row, fresh);
  }

  #cell(td, key, row, fresh) {
    const [main, aside] = this.#content(td.classList[0], key, row);
    const text = `${main}\u0000${aside}`;
    if (td.said === text) return;
    td.said = text;
    td.replaceChildren(...this.#nodes(td.classList[0], main, aside));
    if (!fresh) {
      td.classList.remove('flash');
      void td.offsetWidth; // restarts the animation
      td.classList.add('flash');
    }
  }

  #content(name, key, row) {
    switch (name) {
      case 'time': {
        const { best, was } = times(row);
        return [best === null ? '' : this.#clockText(best), was === null ? '' : this.#clockText(was)];
      }
      case 'flight': return [flightOf(row, key), ''];
      case 'place': {
        if (this.#view === 'all') return [[row.from, row.to].filter(Boolean).join(' – '), ''];
        const [code, inWords] = place(row, this.#view);
        return inWords ? [inWords, code ?? ''] : [code ?? '', ''];
      }
      case 'status': return [statusOf(row), row.reason ?? ''];
      default: return [row[name] ?? '', ''];
    }
  }

  #nodes(name, main, aside) {
    const node = (tag, text, className) => {
      const element = document.createElement(tag);
      element.textContent = text;
      if (className) element.className = className;
      return element;
    };
    if (name === 'time') return [...(aside ? [node('span', aside, 'was')] : []), document.createTextNode(main)];
    if (name === 'status') return main ? [node('span', main)] : [];
    return aside ? [document.createTextNode(main), node('small', aside)] : [document.createTextNode(main)];
  }

  #arrange(keys) {
    if (keys.length === this.#order.length && keys.every((key, i) => key === this.#order[i])) return;
    this.#order = keys;
    let before = this.#body.firstChild;
    for (const key of keys) {
      const tr = this.#lines.get(key);
      if (tr === before) before = before.nextSibling;
      else this.#body.insertBefore(tr, before);
    }
  }
}
