// What the page's address asks for, or what in it can't be.

const KIOSK_PAGE_S = 10;
const QUIET_S = 60;
const LONGEST_S = 86_400;

/**
 * Reads the parameters: view, the views' own parameters (airport), tz, kiosk (seconds a page), quiet (seconds without
 * news until the board says so). Only `fault` is set if one of them can't be.
 *
 * @param site {board, views}, as /v1/views has them
 * @returns {view, parameter, value, zone, kiosk, kioskMs, quietMs}: the view to show, the parameter to choose by (null: none)
 *   and its value ('' where there is none), and the rest
 */
export function settings(params, site) {
  const what = wantedView(params, site);
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
  return { ...what, zone, kiosk: params.has('kiosk'), kioskMs: kioskS * 1000, quietMs: quietS * 1000 };
}

/** The text as a value of the parameter. */
export const valueOf = (parameter, text) => (parameter.upperCase ? text.trim().toUpperCase() : text.trim());

/** The parameter that leads from its views to `view` where it has no value; undefined if none does. */
export const parameterWithout = (site, view) => site.board.parameters.find(({ without }) => without === view.view);

/** Without a value, the view that the parameter names for that. */
function wantedView(params, site) {
  const { views, board: { start, parameters } } = site;
  for (const parameter of parameters) {
    const text = params.get(parameter.name) ?? '';
    if (!fits(parameter, valueOf(parameter, text))) {
      return { fault: `The ${parameter.title.toLowerCase()} “${text}” can’t be: give ${parameter.hint}.` };
    }
  }
  const asked = params.get('view') ?? start;
  const found = views.find(({ view }) => view === asked);
  if (!found) return { fault: `The view “${asked}” can’t be: it is one of ${views.map(({ view }) => view).join(', ')}.` };
  if (!found.parameter) return { view: found, parameter: parameterWithout(site, found) ?? null, value: '' };
  const parameter = parameters.find(({ name }) => name === found.parameter);
  const value = valueOf(parameter, params.get(parameter.name) ?? '');
  const without = value === '' && parameter.without;
  return { view: without ? views.find(({ view }) => view === without) : found, parameter, value };
}

const fits = ({ pattern }, value) => value === '' || pattern === undefined || new RegExp(`^${pattern}$`).test(value);

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
