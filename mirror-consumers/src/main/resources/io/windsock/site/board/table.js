// The table of rows: one tr a key, touched only where a cell's text changed.

const SHOWN_AT_MOST = 400;

/** The height of a row is measured; before the first it counts as this, so that none is cut off. */
const ROW_PX = 100;

export class BoardTable {
  #window;
  #head;
  #body;
  #form;
  #lines = new Map();
  #order = [];
  #rowPx = ROW_PX;

  /**
   * @param window the element that the rows are to fit in, in pages
   * @param form {columns: [{name, title, short, aside, hint, badge}], lines(rows, nowMs) → [{key, row}] in order,
   *   content(name, key, row) → [text, text beside it], mark(tr, row, nowMs)}
   */
  constructor(window, head, body, form) {
    this.#window = window;
    this.#head = head;
    this.#body = body;
    this.#form = form;
    for (const { name, title } of form.columns) {
      const th = document.createElement('th');
      th.className = name;
      th.textContent = title;
      head.append(th);
    }
  }

  /**
   * Draws rows (key → row) as of the feed's clock.
   *
   * @param page number of the page to draw, which may be too high; null: all on one
   * @returns {listed, pages, pageShown, settled}: rows, pages, the page drawn, and whether it fits
   */
  draw(rows, nowMs, page) {
    const listed = this.#form.lines(rows, nowMs).slice(0, SHOWN_AT_MOST);
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
      for (const { name, short } of this.#form.columns) {
        const td = document.createElement('td');
        td.className = name;
        td.dataset.title = short ?? '';
        tr.append(td);
      }
      this.#lines.set(key, tr);
    }
    this.#form.mark(tr, row, nowMs);
    this.#form.columns.forEach((column, i) => this.#cell(tr.cells[i], column, key, row, fresh));
  }

  #cell(td, column, key, row, fresh) {
    const [main, aside] = this.#form.content(column.name, key, row);
    const text = `${main}\u0000${aside}`;
    if (td.said === text) return;
    td.said = text;
    td.title = column.hint ? [main, aside].filter(Boolean).join(' · ') : '';
    td.replaceChildren(...nodes(column, main, aside));
    if (!fresh) {
      td.classList.remove('flash');
      void td.offsetWidth; // restarts the animation
      td.classList.add('flash');
    }
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

function nodes({ aside: small, badge }, main, aside) {
  const node = (tag, text) => {
    const element = document.createElement(tag);
    element.textContent = text;
    return element;
  };
  return [
    ...(main === '' ? [] : [badge ? node('span', main) : document.createTextNode(main)]),
    ...(aside === '' ? [] : [node(small, aside)]),
  ];
}
