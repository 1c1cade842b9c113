// What a row of a view means on the board.

const STATUS = {
  SCHEDULED: 'Scheduled', BOARDING: 'Boarding', OUT: 'Departed gate', OFF: 'Airborne', LANDED: 'Landed',
  AT_RUNWAY: 'Landed', TAXIING: 'Taxiing', AT_GATE: 'At gate', CANCELLED: 'Cancelled', DIVERTED: 'Diverted',
  DELAYED: 'Delayed', UNKNOWN: '',
};

/** Where the row's own time stands: what is known best, and what the schedule said. */
export function times(row) {
  const scheduled = row.scheduled ?? null;
  const estimated = row.estimated ?? null;
  return { best: estimated ?? scheduled, was: estimated !== null && scheduled !== null && minute(estimated) !== minute(scheduled) ? scheduled : null };
}

/** Whether it comes so much later than its schedule said that it should stand out. */
export function isLate(row, limitMs = 15 * 60_000) {
  return row.scheduled != null && row.estimated != null && row.estimated - row.scheduled >= limitMs;
}

const minute = (ms) => Math.floor(ms / 60_000);

export function flightOf(row, key) {
  return row.flight ?? row.callsign ?? key;
}

export function statusOf(row) {
  if (row.status && row.status !== 'UNKNOWN') return STATUS[row.status] ?? row.status;
  return row.latitude != null ? (row.onGround ? 'On ground' : 'Airborne') : '';
}

/** How long after the feed's clock a flight that should report has been silent. */
export function isStale(row, nowMs, limitMs = 120_000) {
  const moving = row.latitude != null && !['LANDED', 'AT_RUNWAY', 'TAXIING', 'AT_GATE', 'CANCELLED'].includes(row.status);
  return moving && nowMs - row.positionTime > limitMs;
}

/** Whether the flight has been done with for a while: the board makes room for those to come. */
export function isPast(row, nowMs, limitMs = 20 * 60_000) {
  const { best } = times(row);
  return ['AT_GATE', 'CANCELLED'].includes(row.status) && best !== null && nowMs - best > limitMs;
}

export function place(row, view) {
  return view === 'departures' ? [row.to, row.toName] : [row.from, row.fromName];
}
