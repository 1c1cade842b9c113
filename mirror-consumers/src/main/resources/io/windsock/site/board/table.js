// The table of flights: one tr a key, touched only where a cell's text changed.

import { flightOf, isLate, isPast, isStale, place, statusOf, times } from '/board/row.js';

const SHOWN_AT_MOST = 400;

/** The height of a row is measured; before the first it counts as this, so that none is cut off. */
const ROW_PX = 100;

const TITLES = {
  time: 'Time', flight: 'Flight', place: 'From', terminal: 'Terminal', gate: 'Gate', belt: 'Belt', status: 'Status',
};

/** What stands before a value where the titles find no room. */
const SHORT = { terminal: 'T', gate: 'Gate ', belt: 'Belt ' };

export class FlightTable {
  #window;
  #head;
  #body;
  #view;
  #clockText;
  #columns;
  #lines = new Map();
  #order = [];
  #rowPx = ROW_PX;

  /**
   * @param window the element that the rows are to fit in, in pages
   * @param clockText ms → text, in the board's time zone
   */
  constructor(window, head, body, view, clockText) {
    this.#window = window;
    this.#head = head;
    this.#body = body;
    this.#view = view;
    this.#clockText = clockText;
    this.#columns = Object.keys(TITLES).filter((name) => name !== 'belt' || view === 'arrivals');
    for (const name of this.#columns) {
      const th = document.createElement('th');
      th.className = name;
      th.textContent = name === 'place' ? { departures: 'To', all: 'Route' }[view] ?? 'From' : TITLES[name];
      head.append(th);
    }
  }

  /**
   * Draws rows (key → row) as of the feed's clock.
   *
   * @param page number of the page to draw, which may be too high; null: all on one
   * @returns {listed, pages, pageShown, settled}: flights, pages, the page drawn, and whether it fits
   */
  draw(rows, nowMs, page) {
    const listed = this.#listed(rows, nowMs);
    const fit = page === null ? listed.length : this.#fit();
    const pages = Math.max(1, Math.ceil(listed.length / Math.max(1, fit)));
    const pageShown = (page ?? 0) % pages;
    const shown = listed.slice(pageShown * fit, (pageShown + 1) * fit);
    const keys = new Set(shown.map((line) => line.key));
    for (const [key, tr] of this.#lines) {
      if (!keys.has(key)) { tr.remove(); this.#lines.delete(key); }
    }
    for (const { key, row } of shown) this.#line(key, row, nowMs);
    this.#arrange(shown.map((line) => line.key));
    return { listed: listed.length, pages, pageShown, settled: page === null || this.#measure() };
  }

  #listed(rows, nowMs) {
    return [...rows].filter(([, row]) => this.#view !== 'arrivals' || !isPast(row, nowMs))
      .map(([key, row]) => ({ key, row, at: times(row).best ?? Infinity }))
      .sort((a, b) => (a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at - b.at))
      .slice(0, SHOWN_AT_MOST);
  }

  #fit() {
    return Math.max(1, Math.floor((this.#window.clientHeight - this.#head.offsetHeight) / this.#rowPx));
  }

  #measure() {
    const measured = this.#body.rows[0]?.getBoundingClientRect().height ?? this.#rowPx;
    const settled = Math.abs(measured - this.#rowPx) < 0.5;
    this.#rowPx = measured;
    return settled;
  }

  #line(key, row, nowMs) {
    let tr = this.#lines.get(key);
    const fresh = !tr;
    if (fresh) {
      tr = document.createElement('tr');
      tr.dataset.key = key;
      for (const name of this.#columns) {
        const td = document.createElement('td');
        td.className = name;
        td.dataset.title = SHORT[name] ?? '';
        tr.append(td);
      }
      this.#lines.set(key, tr);
    }
    tr.dataset.status = row.status ?? '';
    tr.classList.toggle('late', isLate(row));
    tr.classList.toggle('stale', isStale(row, nowMs));
    for (const td of tr.cells) this.#cell(td, key, row, fresh);
  }

  #cell(td, key, row, fresh) {
    const [main, aside] = this.#content(td.classList[0], key, row);
    const text = `${main}\u0000${aside}`;
    if (td.said === text) return;
    td.said = text;
    td.title = ['place', 'status'].includes(td.classList[0]) ? [main, aside].filter(Boolean).join(' · ') : '';
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
    const node = (tag, text) => {
      const element = document.createElement(tag);
      element.textContent = text;
      return element;
    };
    const small = { time: 's', status: 'small', place: 'small' }[name];
    return [
      ...(main === '' ? [] : [name === 'status' ? node('span', main) : document.createTextNode(main)]),
      ...(aside === '' ? [] : [node(small, aside)]),
    ];
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
