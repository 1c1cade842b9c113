// What the page's address asks for, or what in it can't be.

import { inWords } from '/board/plain.js';

/** The views of the airline domain, which the board knows how to show as flights. */
const FLIGHTS = { arrivals: 'Arrivals', departures: 'Departures', all: 'All flights' };

const AIRPORT = /^[A-Z0-9]{3,4}$/;
const KIOSK_PAGE_S = 10;
const QUIET_S = 60;
const LONGEST_S = 86_400;

/**
 * Reads the parameters: view, the view's own parameter (airport), tz, kiosk (seconds a page), quiet (seconds
 * without news until the board says so). Only `fault` is set if one of them can't be.
 *
 * @param views [{view, parameter, columns}], as /v1/views has them
 * @returns {flights, view, parameter, value, titles, columns, zone, kiosk, kioskMs, quietMs}: whether rows are flights, the view
 *   to show, its parameter's name and value ('' where there is none), the views' titles by name, the columns, and the rest
 */
export function settings(params, views) {
  const flights = Object.keys(FLIGHTS).every((name) => views.some(({ view }) => view === name));
  const what = flights ? flightView(params) : anyView(params, views);
  if (what.fault) return what;
  const zone = params.get('tz') || 'UTC';
  if (!isZone(zone)) {
    return { fault: `The time zone “${zone}” can’t be: give a name such as Europe/London, or leave it out.` };
  }
  const kioskS = seconds(params.get('kiosk'), KIOSK_PAGE_S);
  const quietS = seconds(params.get('quiet'), QUIET_S);
  if (kioskS === null || quietS === null) {
    return { fault: `“${params.get(kioskS === null ? 'kiosk' : 'quiet')}” can’t be: give seconds, 1 to ${LONGEST_S}.` };
  }
  const { columns } = views.find(({ view }) => view === what.view);
  return { flights, ...what, columns, zone, kiosk: params.has('kiosk'), kioskMs: kioskS * 1000, quietMs: quietS * 1000 };
}

/** Without an airport, all flights. */
function flightView(params) {
  const airport = (params.get('airport') ?? '').trim().toUpperCase();
  if (airport !== '' && !AIRPORT.test(airport)) {
    return { fault: `The airport “${params.get('airport')}” can’t be: give its ICAO or IATA code, such as EGLL or LHR.` };
  }
  const asked = params.get('view') ?? 'arrivals';
  if (!Object.hasOwn(FLIGHTS, asked)) return unknown(asked, Object.keys(FLIGHTS));
  const view = airport === '' ? 'all' : asked;
  return { view, parameter: 'airport', value: view === 'all' ? '' : airport, titles: FLIGHTS };
}

/** Without a view, the first that needs no parameter. */
function anyView(params, views) {
  const names = views.map(({ view }) => view);
  const first = views.find(({ parameter }) => !parameter) ?? views[0];
  if (!first) return { fault: 'This site’s domain has no views.' };
  const asked = params.get('view') ?? first.view;
  const found = views.find(({ view }) => view === asked);
  if (!found) return unknown(asked, names);
  const parameter = found.parameter ?? '';
  const value = parameter === '' ? '' : (params.get(parameter) ?? '').trim();
  return { view: asked, parameter, value, titles: Object.fromEntries(names.map((name) => [name, inWords(name)])) };
}

const unknown = (view, names) => ({ fault: `The view “${view}” can’t be: it is one of ${names.join(', ')}.` });

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
