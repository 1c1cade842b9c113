// Checks dashboards against Grafana's schema: node check.mjs DASHBOARD.json …
//
// Grafana publishes the schema of its dashboards as TypeScript types, in the package
// @grafana/schema. So each part of a dashboard becomes a constant of its type, and the
// compiler says what does not fit: a property that the type lacks, a wrong value, a missing one.
// What a data source adds to queries and annotations is not in the package; Prometheus' part
// is stated below. Exit code 1: a dashboard does not fit.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const here = dirname(fileURLToPath(import.meta.url));

/** The schema's versions, each with the file that holds the types of a panel's options. */
const SCHEMAS = [
  { name: 'grafana-schema-11', types: (panel) => `dist/esm/raw/composable/${panel.toLowerCase()}/panelcfg/x/${panel}PanelCfg_types.gen` },
  { name: 'grafana-schema-13', types: (panel) => `dist/types/raw/composable/${panel.toLowerCase()}/panelcfg/x/types.gen` },
];

/** The panels in use, by Grafana's name, and how the schema writes it. */
const PANELS = new Map([
  ['timeseries', 'TimeSeries'],
  ['stat', 'Stat'],
  ['state-timeline', 'StateTimeline'],
]);

const PROMETHEUS_QUERY = `g.DataQuery & { expr: string; legendFormat?: string; range?: boolean; instant?: boolean;
  interval?: string; format?: 'time_series' | 'table' | 'heatmap'; editorMode?: 'code' | 'builder' }`;
const PROMETHEUS_ANNOTATION = `{ expr: string; step?: string; titleFormat?: string; textFormat?: string;
  tagKeys?: string; useValueForTime?: boolean }`;

/** JSON has an enumeration's values, not its names. */
const PLAIN = `type Plain<T> = T extends string ? \`\${T}\`
  : T extends number | boolean | null | undefined ? T
  : T extends Array<infer E> ? Array<Plain<E>>
  : T extends object ? { [K in keyof T]: Plain<T[K]> }
  : T;`;

const CONSTANT = 'export const ';

function typeScript(schema, dashboard) {
  const lines = [`import type * as g from '${schema.name}';`, PLAIN];
  for (const panel of PANELS.values()) {
    lines.push(`import type * as ${panel} from './node_modules/${schema.name}/${schema.types(panel)}';`);
  }
  const constant = (name, type, value) => lines.push(`${CONSTANT}${name}: Plain<${type}> = ${JSON.stringify(value, null, 1)};`);
  const { panels, annotations, templating, ...rest } = dashboard;
  constant('dashboard', 'g.Dashboard', rest);
  templating.list.forEach((variable, i) => constant(`variable${i}_${variable.name}`, 'g.VariableModel', variable));
  annotations.list.forEach((annotation, i) => annotationConstants(constant, annotation, `annotation${i}`));
  panels.forEach((panel) => panelConstants(constant, panel, `panel${panel.id}`));
  return lines.join('\n');
}

function annotationConstants(constant, annotation, name) {
  const { target, expr, step, titleFormat, textFormat, tagKeys, useValueForTime, ...rest } = annotation;
  constant(name, "Omit<g.AnnotationQuery, 'target'>", rest);
  constant(`${name}_target`, PROMETHEUS_QUERY, target);
  constant(`${name}_prometheus`, PROMETHEUS_ANNOTATION, { expr, step, titleFormat, textFormat, tagKeys, useValueForTime });
}

function panelConstants(constant, panel, name) {
  if (panel.type === 'row') {
    constant(name, 'g.RowPanel', panel);
    return;
  }
  const types = PANELS.get(panel.type);
  if (!types) {
    throw new Error(`${name} is of type ${panel.type}, whose options this check does not know`);
  }
  const { options, targets, fieldConfig, ...rest } = panel;
  const { custom, ...defaults } = fieldConfig.defaults;
  constant(name, 'g.Panel', { ...rest, fieldConfig: { ...fieldConfig, defaults } });
  constant(`${name}_options`, `${types}.Options`, options);
  if (custom) {
    constant(`${name}_custom`, `${types}.FieldConfig`, custom);
  }
  targets.forEach((target) => constant(`${name}_target${target.refId}`, PROMETHEUS_QUERY, target));
}

function check(schema, sources) {
  const options = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    // The types of panels name the package, not its alias.
    paths: { '@grafana/schema': [join(here, 'node_modules', schema.name)] },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (file, ...more) =>
    sources.has(file) ? ts.createSourceFile(file, sources.get(file), ts.ScriptTarget.ES2022) : getSourceFile.call(host, file, ...more);
  host.fileExists = (file) => sources.has(file) || fileExists.call(host, file);
  host.readFile = (file) => sources.get(file) ?? readFile.call(host, file);
  return ts.getPreEmitDiagnostics(ts.createProgram([...sources.keys()], options, host));
}

function report(schema, sources, diagnostic) {
  const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n  ');
  if (!diagnostic.file) {
    return `${schema.name}: ${message}`;
  }
  const text = sources.get(diagnostic.file.fileName) ?? '';
  const part = text.slice(text.lastIndexOf(CONSTANT, diagnostic.start) + CONSTANT.length).split(':')[0];
  return `${basename(diagnostic.file.fileName, '.ts')}, ${part}, ${schema.name}: ${message}`;
}

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('usage: node check.mjs DASHBOARD.json …');
  process.exit(2);
}
let faults = 0;
for (const schema of SCHEMAS) {
  const sources = new Map();
  for (const file of files) {
    sources.set(join(here, `${basename(file)}.ts`), typeScript(schema, JSON.parse(readFileSync(file, 'utf8'))));
  }
  for (const diagnostic of check(schema, sources)) {
    console.error(report(schema, sources, diagnostic));
    faults++;
  }
}
if (faults > 0) {
  process.exit(1);
}
console.log(`${files.length} dashboards fit ${SCHEMAS.map((schema) => schema.name).join(' and ')}`);
