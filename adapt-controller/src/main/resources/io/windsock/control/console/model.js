// What the page knows of the system. No DOM here.

const DECISIONS = 300;
const KEEP_MS = 600_000;
const NEAREST_MS = 400; // nearer samples are one point, as on the controller
const RATE_OVER_MS = 3_000;
const SILENT_MS = 5_000;

export class Model {
  standing = null;
  parameters = null;
  storm = null;
  values = [];
  decisions = [];
  commits = new Map();
  sites = new Map();
  topologies = new Map();
  gateways = new Map();
  links = new Map();
  subjects = new Map();
  #offsetMs = 0;

  /** The stream begins anew: what it tells replaces what was known. */
  begin() {
    this.decisions = [];
    this.commits.clear();
    this.sites.clear();
    this.topologies.clear();
    this.gateways.clear();
    this.links.clear();
  }

  /** The controller's clock. */
  heartbeat(nowMs) { this.#offsetMs = nowMs - Date.now(); }

  /** The time by the controller's clock. */
  now() { return Date.now() + this.#offsetMs; }

  decided(decision) {
    this.decisions.unshift(decision);
    this.decisions.length = Math.min(this.decisions.length, DECISIONS);
  }

  committed(point) { this.commits.set(point.topic, point); }

  site({ heardMs, token, sample }) {
    this.sites.set(sample.site, { heardMs, token, sample });
    this.#add('site', sample.site, sample.role, heardMs, {
      ready: sample.ready,
      backup: sample.backup,
      pending: sample.pending,
      requestRate: sample.requestsPerSecond,
      updateDelay: sample.updateDelay.events ? sample.updateDelay.p99Ms : null,
      stalenessEvents: sample.stalenessEvents,
      stalenessMs: sample.stalenessMs,
      cpu: sample.cpu,
    });
  }

  topology({ heardMs, sample }) {
    const known = this.topologies.get(sample.instance)?.past ?? [];
    const past = [...known, { heardMs, sample }].filter((one) => heardMs - one.heardMs <= RATE_OVER_MS);
    this.topologies.set(sample.instance, { heardMs, sample, past });
    const ready = sum(sample.partitions, 'ready');
    this.#add('topology', sample.instance, 'topology', heardMs, { ready, cpu: sample.cpu });
  }

  gateway({ heardMs, sample }) {
    const isRecent = (one) => one.sample.incarnation === sample.incarnation && heardMs - one.heardMs <= RATE_OVER_MS;
    const known = this.gateways.get(sample.gateway)?.past ?? [];
    this.gateways.set(sample.gateway, { heardMs, sample, past: [...known, { heardMs, sample }].filter(isRecent) });
  }

  link({ heardMs, sample }) {
    const known = this.links.get(sample.link)?.past ?? [];
    const past = [...known, { heardMs, sample }].filter((one) => one.sample.records <= sample.records && heardMs - one.heardMs <= RATE_OVER_MS);
    this.links.set(sample.link, { heardMs, sample, past });
  }

  /** What was measured before the stream began. */
  history({ values, subjects }) {
    this.values = values;
    for (const { name, kind, role, times, measured } of subjects) {
      const later = this.subjects.get(`${kind} ${name}`);
      const points = times.map((atMs, i) => ({
        atMs,
        values: Object.fromEntries(Object.entries(measured).map(([value, all]) => [value, all[i]])),
      }));
      const lastMs = times.at(-1) ?? -Infinity;
      const newer = later?.points.filter(({ atMs }) => atMs > lastMs + NEAREST_MS) ?? [];
      this.subjects.set(`${kind} ${name}`, { name, kind, role, points: [...points, ...newer] });
    }
  }

  #add(kind, name, role, atMs, values) {
    const key = `${kind} ${name}`;
    let subject = this.subjects.get(key);
    if (!subject) this.subjects.set(key, (subject = { name, kind, role, points: [] }));
    const last = subject.points.at(-1);
    if (last && atMs - last.atMs < NEAREST_MS) {
      for (const [value, measured] of Object.entries(values)) if (measured !== null) last.values[value] = Math.max(last.values[value] ?? measured, measured);
      return;
    }
    subject.points.push({ atMs, values });
    while (subject.points[0].atMs < atMs - KEEP_MS) subject.points.shift();
  }

  /** Forgets who has been silent for as long as the charts go back. */
  prune(nowMs) {
    for (const [key, { points }] of this.subjects) if ((points.at(-1)?.atMs ?? 0) < nowMs - KEEP_MS) this.subjects.delete(key);
    for (const known of [this.sites, this.topologies, this.gateways, this.links]) {
      for (const [key, { heardMs }] of known) if (heardMs < nowMs - KEEP_MS) known.delete(key);
    }
  }

  /** The instances of the topology that report. What one that has stopped said last counts no longer: others have its partitions. */
  instances(nowMs) { return [...this.topologies.values()].filter((instance) => !isSilent(instance, nowMs)); }

  /** Events a second of all instances of the topology: received, forwarded, mirrored, dead-lettered; null while unknown. */
  rates(nowMs) {
    const total = { received: null, forwarded: null, mirrored: null, deadLettered: null };
    for (const { past } of this.instances(nowMs)) {
      const first = past[0], last = past.at(-1);
      const seconds = (last.heardMs - first.heardMs) / 1000;
      if (seconds < 0.2) continue;
      for (const name of Object.keys(total)) {
        const before = sum(first.sample.partitions, name), after = sum(last.sample.partitions, name);
        if (after >= before) total[name] = (total[name] ?? 0) + (after - before) / seconds; // else it got other partitions
      }
    }
    return total;
  }

  /**
   * What a gateway did lately: calls, reissues, calls shed and duplicates a second, the share of calls in time, and the
   * calls of a batch to a site; null while unknown.
   */
  lately({ past }) {
    const first = past[0], last = past.at(-1);
    const seconds = (last.heardMs - first.heardMs) / 1000;
    if (seconds < 0.2) return { calls: null, reissued: null, shedKeys: null, shedViews: null, duplicates: null, inTime: null, batch: null };
    const grown = (field) => last.sample[field] - first.sample[field];
    const ended = grown('inTime') + grown('missed') + grown('busy');
    return {
      calls: grown('calls') / seconds,
      reissued: grown('reissued') / seconds,
      shedKeys: grown('shedKeys') / seconds,
      shedViews: grown('shedViews') / seconds,
      duplicates: grown('duplicates') / seconds,
      inTime: ended > 0 ? grown('inTime') / ended : null,
      batch: grown('sentBatches') > 0 ? grown('sentCalls') / grown('sentBatches') : null,
    };
  }

  /**
   * What a link did lately: records and sent bytes a second, how far these were compressed, and the records of a batch;
   * null while unknown.
   */
  copied({ past }) {
    const first = past[0], last = past.at(-1);
    const seconds = (last.heardMs - first.heardMs) / 1000;
    if (seconds < 0.2) return { records: null, bytes: null, compression: null, batch: null };
    const grown = (field) => last.sample[field] - first.sample[field];
    const sent = grown('sentBytes');
    return {
      records: grown('records') / seconds,
      bytes: sent / seconds,
      compression: sent > 0 ? grown('plainBytes') / sent : null,
      batch: this.#recordsOfABatch(past),
    };
  }

  /** Of the session alone: records count from the sender's start, and batches from the link's. */
  #recordsOfABatch(past) {
    const last = past.at(-1).sample;
    const first = past.find(({ sample }) => sample.epoch === last.epoch).sample;
    return last.batch > first.batch ? (last.records - first.records) / (last.batch - first.batch) : null;
  }

  /** The names of the functions, the base one first. */
  functions() {
    const { base, functions } = this.parameters ?? { base: '', functions: [] };
    const names = functions.map(({ name }) => name);
    return [...names.filter((name) => name === base), ...names.filter((name) => name !== base)];
  }

  /** Which of the colours of modes is a function's. */
  tone(mode) {
    const at = this.functions().indexOf(mode);
    return at < 0 ? 3 : Math.min(at, 2);
  }

  /** The modes between two times: [{mode, fromMs, toMs}], the earliest first. */
  modes(fromMs, toMs) {
    const changes = this.decisions
      .filter(({ fromMode, toMode }) => fromMode !== toMode)
      .map(({ atMs, fromMode, toMode }) => ({ atMs, before: fromMode, after: toMode }))
      .sort((a, b) => a.atMs - b.atMs);
    const now = this.parameters?.inForce.name;
    const told = changes.at(-1)?.after ?? now;
    if (now !== undefined && told !== now) changes.push({ atMs: this.parameters.writtenAtMs, before: told, after: now });
    const segments = [];
    let mode = changes[0]?.before || now;
    const oldest = this.decisions.at(-1); // before the first start there was no mode
    let sinceMs = oldest?.toEpoch === 1 ? Math.max(fromMs, oldest.atMs) : fromMs;
    for (const { atMs, after } of changes) {
      if (atMs > sinceMs && mode) segments.push({ mode, fromMs: sinceMs, toMs: Math.min(atMs, toMs) });
      sinceMs = Math.max(sinceMs, atMs);
      mode = after;
    }
    if (mode && sinceMs < toMs) segments.push({ mode, fromMs: sinceMs, toMs });
    return segments.filter((segment) => segment.toMs > segment.fromMs);
  }

  /** The thresholds of a monitored value; null if it has none. */
  threshold(value) {
    if (this.parameters?.policy === 'objective') return this.#goal(value);
    if (this.parameters?.policy === 'off') return null;
    const found = this.parameters?.monitored.find((one) => one.value === value);
    return found ? { primary: found.primary, back: found.primary - found.secondary, words: 'adapt' } : null;
  }

  /** What the objective policy holds instead of thresholds. */
  #goal(value) {
    const { updateDelayGoalMs, stalenessLimitMs } = this.parameters;
    if (value === 'updateDelay') return { primary: updateDelayGoalMs, words: 'goal' };
    return value === 'stalenessMs' ? { primary: stalenessLimitMs, words: 'limit' } : null;
  }
}

/** Whether a member has sent nothing for so long that what it said last need not hold. */
export const isSilent = ({ heardMs }, nowMs) => nowMs - heardMs > SILENT_MS;

export const sum = (items, field) => items.reduce((total, item) => total + item[field], 0);
