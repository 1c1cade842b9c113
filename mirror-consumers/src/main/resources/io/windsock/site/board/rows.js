// How the board shows a view's rows: as the view's board section says, which /v1/views gives.
// docs/ede.md describes it.

/** As of the feed's clock: whether a row's time is so long ago, and its values are as `when` and `unless` say. */
function isAged(age, row, nowMs) {
  const sinceMs = first(row, age.since) ?? NaN;
  if (age.when && !matches(age.when, row)) return false;
  if (age.unless && matches(age.unless, row)) return false;
  return nowMs - sinceMs > age.afterMs;
}

const matches = ({ column, values }, row) => row[column] != null && values.includes(String(row[column]));

/** The value of the first of these columns that has one; null if none has. */
function first(row, columns) {
  const column = columns.find((name) => row[name] != null);
  return column === undefined ? null : row[column];
}

const minute = (ms) => Math.floor(ms / 60_000);

/** Nulls last. */
function compare(one, other) {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return one < other ? -1 : 1;
}

/** Lines are in the order of their values, then of their keys. */
function compareLines(one, other) {
  for (let i = 0; i < one.at.length; i++) {
    const order = compare(one.at[i], other.at[i]);
    if (order !== 0) return order;
  }
  return compare(one.key, other.key);
}

export class Rows {
  #board;
  #kinds;
  #clock;

  /**
   * @param view {columns: [{name, kind: text | number | boolean | time}], board}, as /v1/views has it
   * @param clock {minute, second}: ms → text, in the board's time zone
   */
  constructor({ columns, board }, clock) {
    this.#board = board;
    this.#kinds = new Map(columns.map(({ name, kind }) => [name, kind]));
    this.#clock = clock;
  }

  get columns() {
    return this.#board.columns;
  }

  /** Whether all that the column can show are numbers. */
  isNumber(column) {
    return !column.words && column.value.every((name) => this.#kinds.get(name) === 'number');
  }

  /** The rows (key → row) to show as of the feed's clock, in order: [{key, row}]. */
  lines(rows, nowMs) {
    const { order, past } = this.#board;
    return [...rows].filter(([, row]) => !past || !isAged(past, row, nowMs))
      .map(([key, row]) => ({ key, row, at: order.map((columns) => first(row, columns)) }))
      .sort(compareLines);
  }

  /** Whether nothing has been heard of the row for longer than there should be. */
  isSilent(row, nowMs) {
    const { silent } = this.#board;
    return silent !== undefined && isAged(silent, row, nowMs);
  }

  /** What the badge stands for: the value, not its words; '' if there is none. */
  status(row) {
    const badge = this.#board.columns.find((column) => column.as === 'badge');
    return badge ? String(row[badge.value[0]] ?? '') : '';
  }

  /** A cell: {main, beside, was: texts, tone, late, faint}. */
  cell(column, row) {
    const shown = column.between === undefined ? this.#first(column, row) : this.#all(column, row);
    return {
      main: shown.text && column.unit ? `${shown.text} ${column.unit}` : shown.text,
      beside: column.beside && column.beside !== shown.name ? this.#text(column, column.beside, row) : '',
      was: this.#was(column, shown, row),
      tone: column.tones && shown.name && Object.hasOwn(column.tones, String(row[shown.name]))
        ? column.tones[String(row[shown.name])] : '',
      late: column.lateMs !== undefined && row[column.was] != null && row[shown.name] - row[column.was] >= column.lateMs,
      faint: column.faint !== undefined && matches(column.faint, row),
    };
  }

  /** The first value that has a text; else that of the first column under `otherwise` that has a value. */
  #first(column, row) {
    for (const name of column.value) {
      const text = this.#text(column, name, row);
      if (text !== '') return { name, text };
    }
    const other = column.otherwise?.find((one) => row[one.column] != null);
    return { name: null, text: other ? other.text : '' };
  }

  #all(column, row) {
    const texts = column.value.map((name) => this.#text(column, name, row)).filter(Boolean);
    return { name: null, text: texts.join(column.between) };
  }

  /** The time that the shown one has replaced; '' if that is the same minute. */
  #was(column, { name }, row) {
    if (!column.was || row[column.was] == null || row[name] == null) return '';
    return minute(row[column.was]) === minute(row[name]) ? '' : this.#text(column, column.was, row);
  }

  #text(column, name, row) {
    const value = row[name];
    if (value === undefined || value === null) return '';
    if (column.words && Object.hasOwn(column.words, String(value))) return column.words[String(value)];
    switch (this.#kinds.get(name)) {
      case 'time': return this.#clock[column.precision ?? 'second'](value);
      case 'number': return column.decimals === undefined ? String(value) : value.toFixed(column.decimals);
      case 'boolean': return value ? 'yes' : 'no';
      default: return String(value);
    }
  }

  /** What the map shows: {latitude, longitude, label: text, heading: degrees or null, grounded}; null: nothing. */
  point(row) {
    const { map } = this.#board;
    if (row[map.latitude] == null || row[map.longitude] == null) return null;
    return {
      latitude: row[map.latitude],
      longitude: row[map.longitude],
      label: String(first(row, map.label) ?? ''),
      heading: map.heading ? row[map.heading] ?? 0 : null,
      grounded: Boolean(map.grounded && row[map.grounded]),
    };
  }
}
