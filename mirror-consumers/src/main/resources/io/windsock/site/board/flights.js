// How the table shows flights: the airline domain's views.

import { flightOf, isLate, isPast, isStale, place, statusOf, times } from '/board/row.js';

/** By column: its title, what stands before a value where the titles find no room, and how a value looks. */
const COLUMNS = {
  time: { title: 'Time', aside: 's' },
  flight: { title: 'Flight' },
  place: { title: 'From', aside: 'small', hint: true },
  terminal: { title: 'Terminal', short: 'T' },
  gate: { title: 'Gate', short: 'Gate ' },
  belt: { title: 'Belt', short: 'Belt ' },
  status: { title: 'Status', aside: 'small', hint: true, badge: true },
};

/** @param clockText ms → text, in the board's time zone */
export function flights(view, clockText) {
  const columns = Object.entries(COLUMNS)
    .filter(([name]) => name !== 'belt' || view === 'arrivals')
    .map(([name, column]) => ({ name, ...column, title: titleOf(view, name, column) }));
  return {
    columns,
    lines: (rows, nowMs) => [...rows].filter(([, row]) => view !== 'arrivals' || !isPast(row, nowMs))
      .map(([key, row]) => ({ key, row, at: times(row).best ?? Infinity }))
      .sort((a, b) => (a.at === b.at ? (a.key < b.key ? -1 : 1) : a.at - b.at)),
    content: (name, key, row) => content(view, clockText, name, key, row),
    mark(tr, row, nowMs) {
      tr.dataset.status = row.status ?? '';
      tr.classList.toggle('late', isLate(row));
      tr.classList.toggle('stale', isStale(row, nowMs));
    },
  };
}

const titleOf = (view, name, { title }) =>
  (name === 'place' ? { departures: 'To', all: 'Route' }[view] ?? title : title);

function content(view, clockText, name, key, row) {
  switch (name) {
    case 'time': {
      const { best, was } = times(row);
      return [best === null ? '' : clockText(best), was === null ? '' : clockText(was)];
    }
    case 'flight': return [flightOf(row, key), ''];
    case 'place': {
      if (view === 'all') return [[row.from, row.to].filter(Boolean).join(' – '), ''];
      const [code, inWords] = place(row, view);
      return inWords ? [inWords, code ?? ''] : [code ?? '', ''];
    }
    case 'status': return [statusOf(row), row.reason ?? ''];
    default: return [row[name] ?? '', ''];
  }
}
