// What the page's address asks for, or what in it can't be.

export const VIEWS = { arrivals: 'Arrivals', departures: 'Departures', all: 'All flights' };

const AIRPORT = /^[A-Z0-9]{3,4}$/;
const KIOSK_PAGE_S = 10;
const QUIET_S = 60;
const LONGEST_S = 86_400;

/**
 * Reads the parameters: airport, view, tz, kiosk (seconds a page), quiet (seconds without news
 * until the board says so). Only `fault` is set if one of them can't be.
 */
export function settings(params) {
  const airport = (params.get('airport') ?? '').trim().toUpperCase();
  if (airport !== '' && !AIRPORT.test(airport)) {
    return { fault: `The airport “${params.get('airport')}” can’t be: give its ICAO or IATA code, such as EGLL or LHR.` };
  }
  const asked = params.get('view') ?? 'arrivals';
  if (!Object.hasOwn(VIEWS, asked)) {
    return { fault: `The view “${asked}” can’t be: it is one of ${Object.keys(VIEWS).join(', ')}.` };
  }
  const zone = params.get('tz') || 'UTC';
  if (!isZone(zone)) {
    return { fault: `The time zone “${zone}” can’t be: give a name such as Europe/London, or leave it out.` };
  }
  const kioskS = seconds(params.get('kiosk'), KIOSK_PAGE_S);
  const quietS = seconds(params.get('quiet'), QUIET_S);
  if (kioskS === null || quietS === null) {
    return { fault: `“${params.get(kioskS === null ? 'kiosk' : 'quiet')}” can’t be: give seconds, 1 to ${LONGEST_S}.` };
  }
  const view = airport === '' ? 'all' : asked;
  return { airport: view === 'all' ? '' : airport, view, zone, kiosk: params.has('kiosk'), kioskMs: kioskS * 1000, quietMs: quietS * 1000 };
}

function isZone(name) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

function seconds(text, otherwise) {
  if (text === null || text === '') return otherwise;
  const value = Number(text);
  return value >= 1 && value <= LONGEST_S ? value : null;
}
