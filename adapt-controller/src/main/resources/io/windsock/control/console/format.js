// Numbers, times and elements, as the page shows them.

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });

/** Time of day of ms since the epoch, in the browser's zone. */
export const time = (ms) => clock.format(ms);

/** The same to the minute. */
export const minute = (ms) => time(ms).slice(0, 5);

/** A span of ms in words: 4 s, 3 min. */
export function duration(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}

/** A name with no more of a UUID at its end than tells two apart. */
export const short = (name) => name.replace(/(-[0-9a-f]{4})[0-9a-f]{4}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, '$1');

/** A number, short: 0.42, 7.3, 613, 12.4 k, 3.1 M. */
export function number(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  if (size >= 1e9) return `${tenths(value / 1e9)} G`;
  if (size >= 1e6) return `${tenths(value / 1e6)} M`;
  if (size >= 1e4) return `${tenths(value / 1e3)} k`;
  if (Number.isInteger(value) || size >= 100) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : 2);
}

const tenths = (value) => String(Math.round(value * 10) / 10);

/** A number of bytes: 613 B, 12.4 kB, 3.1 MB. */
export function bytes(value) {
  const shown = number(value);
  return shown === '–' ? shown : shown.includes(' ') ? `${shown}B` : `${shown} B`;
}

/** A number of ms: 31 ms, 1.4 s, 5 min. */
export function millis(ms) {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return '–';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 120_000 ? `${tenths(ms / 1000)} s` : duration(ms);
}

/** A short time in ms: 0.3 ms, 31 ms. */
export function shortMillis(ms) {
  return Number.isFinite(ms) && ms < 10 ? `${tenths(ms)} ms` : millis(ms);
}

/** A share of 1 in percent, rounded down: 100 % is all. */
export function percent(share) {
  if (share === null || share === undefined || !Number.isFinite(share)) return '–';
  return share === 1 ? '100 %' : `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}

/** An element with a class and children; strings become text, never markup. */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** Sets an element's text if it is another one, so that selections and readers are not disturbed. */
export function text(target, value) {
  if (target.textContent !== value) target.textContent = value;
}
