// The table of rows: one tr a key, touched only where a cell's text changed.

const SHOWN_AT_MOST = 400;

/** The height of a row is measured; before the first it counts as this, so that none is cut off. */
const ROW_PX = 100;

export class BoardTable {
  #window;
  #head;
  #body;
  #form;
  #columns;
  #lines = new Map();
  #order = [];
  #rowPx = ROW_PX;

  /**
   * @param window the element that the rows are to fit in, in pages
   * @param form Rows: which rows are shown, and how
   */
  constructor(window, head, body, form) {
    this.#window = window;
    this.#head = head;
    this.#body = body;
    this.#form = form;
    const { columns } = form;
    // Where there is no room for a table, a row is laid out around its lead (board.css).
    const led = columns.some((column) => column.as === 'lead');
    body.parentElement.classList.toggle('is-led', led);
    let rest = 1;
    this.#columns = columns.map((column) => ({
      ...column,
      looks: [column.name, column.as && `is-${column.as}`, form.isNumber(column) && 'is-number'].filter(Boolean).join(' '),
      at: ['lead', 'name', 'badge'].includes(column.as) ? '' : ++rest,
    }));
    body.style.setProperty('--rest', Math.max(1, rest - 2));
    for (const { title, width, looks } of this.#columns) {
      const th = document.createElement('th');
      th.className = looks;
      th.textContent = title;
      if (width) th.style.width = width;
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
    const fresh = !this.#lines.has(key);
    if (fresh) this.#lines.set(key, this.#newLine(key));
    const tr = this.#lines.get(key);
    tr.dataset.status = this.#form.status(row);
    tr.classList.toggle('stale', this.#form.isSilent(row, nowMs));
    this.#columns.forEach((column, i) => this.#cell(tr.cells[i], column, row, fresh));
  }

  #newLine(key) {
    const tr = document.createElement('tr');
    tr.dataset.key = key;
    for (const { looks, at, brief, title } of this.#columns) {
      const td = document.createElement('td');
      td.className = looks;
      if (brief) td.dataset.brief = brief;
      td.dataset.title = title;
      if (at) td.style.setProperty('--at', at);
      tr.append(td);
    }
    return tr;
  }

  #cell(td, column, row, fresh) {
    const { main, beside, was, tone, late, faint } = this.#form.cell(column, row);
    const looks = `${tone} ${late} ${faint}`;
    if (td.looks !== looks) {
      td.looks = looks;
      td.dataset.tone = tone;
      td.classList.toggle('is-late', late);
      td.classList.toggle('is-faint', faint);
    }
    const text = `${main}\u0000${beside}\u0000${was}`;
    if (td.said === text) return;
    td.said = text;
    td.title = [main, beside].filter(Boolean).join(' · ');
    td.replaceChildren(
      ...part(main, column.as === 'badge' ? 'span' : null), ...part(beside, 'small'), ...part(was, 's'));
    if (!fresh) {
      td.classList.remove('is-flashing');
      void td.offsetWidth; // restarts the animation
      td.classList.add('is-flashing');
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

/** The text, in an element of this tag; nothing if it is empty. */
function part(text, tag) {
  if (text === '') return [];
  if (tag === null) return [document.createTextNode(text)];
  const element = document.createElement(tag);
  element.textContent = text;
  return [element];
}
