// Checks a Grafana dashboard by the JSON schema of Grafana's own types, those of each kind of panel included: what is
// unknown, missing or of another type is an error. Then prints its queries as a file of rules, for promtool to read.
//
//   node check.mjs <folder with node_modules> <dashboard>
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const [folder, file] = process.argv.slice(2);
const require = createRequire(`${folder}/`);
const { createGenerator } = require('ts-json-schema-generator');
const Ajv = require('ajv').default;
const types = `${folder}/node_modules/@grafana/schema/dist/types/raw`;

// What Grafana puts in the place of variables that stand outside of strings.
const VARIABLES = { $__rate_interval: '5m', $__range: '6h', $top: '10' };
const PANELS = { bargauge: 'BarGauge', heatmap: 'Heatmap', stat: 'Stat', timeseries: 'TimeSeries' };

function fail(message) {
  console.error(`${file}: ${message}`);
  process.exit(1);
}

function schema(path, type) {
  return createGenerator({ path: `${types}/${path}`, type, skipTypeCheck: true, topRef: false }).createSchema(type);
}

function validator(of) {
  return new Ajv({ allErrors: true, strict: false }).compile(of);
}

// What a panel does not say has a default, which the types do not tell.
function partial(of) {
  return JSON.parse(JSON.stringify(of, (key, value) => (key === 'required' && Array.isArray(value) ? undefined : value)));
}

function check(validate, what, value) {
  if (!validate(value)) {
    fail(`${what} is not what Grafana's schema says:\n${validate.errors
      .map((e) => `  ${e.instancePath || '/'} ${e.message} ${JSON.stringify(e.params)}`).join('\n')}`);
  }
}

function hasType(path, type) {
  return readFileSync(`${types}/${path}`, 'utf8').includes(`interface ${type} `);
}

const dashboard = JSON.parse(readFileSync(file, 'utf8'));
check(validator(schema('dashboard/x/dashboard_types.gen.d.ts', 'Dashboard')), 'the dashboard', dashboard);
const kinds = {};
for (const [kind, name] of Object.entries(PANELS)) {
  const path = `composable/${kind}/panelcfg/x/${name}PanelCfg_types.gen.d.ts`;
  kinds[kind] = {};
  for (const type of ['Options', 'FieldConfig']) {
    kinds[kind][type] = hasType(path, type) ? validator(partial(schema(path, type))) : () => true;
  }
}
const rules = [];
for (const panel of dashboard.panels.filter((each) => each.type !== 'row')) {
  const kind = kinds[panel.type] ?? fail(`has a panel of type ${panel.type}, which is not checked: add that to check.mjs.`);
  check(kind.Options, `the options of "${panel.title}"`, panel.options);
  check(kind.FieldConfig, `the custom fields of "${panel.title}"`, panel.fieldConfig.defaults.custom ?? {});
  panel.targets.forEach((target, i) => {
    const query = Object.entries(VARIABLES).reduce((text, [name, value]) => text.replaceAll(name, value), target.expr);
    rules.push(`      - record: panel_${panel.id}_query_${i}\n        expr: ${JSON.stringify(query)}`);
  });
}
if (rules.length === 0) {
  fail('has no queries.');
}
console.log(`groups:\n  - name: dashboard\n    rules:\n${rules.join('\n')}`);
