// How the table shows the rows of any view: by the columns that the site lists.

/** Counts updates; says nothing to people. */
const HIDDEN = ['version'];

/**
 * @param columns [{name, kind: text | number | boolean | time}], as /v1/views has them
 * @param clockText ms → text, in the board's time zone
 */
export function plain(columns, clockText) {
  const shown = columns.filter(({ name }) => !HIDDEN.includes(name));
  const kinds = new Map(shown.map(({ name, kind }) => [name, kind]));
  return {
    columns: shown.map(({ name }) => ({ name, title: inWords(name), hint: true })),
    lines: (rows) => [...rows].map(([key, row]) => ({ key, row })).sort((a, b) => (a.key < b.key ? -1 : 1)),
    content: (name, key, row) => [text(kinds.get(name), row[name], clockText), ''],
    mark() {},
  };
}

/** "levelCm" → "Level cm". */
export function inWords(name) {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function text(kind, value, clockText) {
  if (value === undefined || value === null) return '';
  if (kind === 'time') return clockText(value);
  if (kind === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
