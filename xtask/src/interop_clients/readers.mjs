// What the YAML readers of JavaScript make of texts: JSON lines in, JSON lines out, as in readers.py.
// `gray-matter` gets the whole file, the others what stands between the fences.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(process.cwd() + '/package.json');
const yaml = require('yaml');
const jsYaml3 = require('js-yaml3');
const jsYaml4 = require('js-yaml');
const matter = require('gray-matter');

const quiet = { logLevel: 'error' };
const readers = {
  'yaml': (row) => yaml.parse(row.yaml, quiet),
  'js-yaml-3': (row) => jsYaml3.safeLoad(row.yaml),
  'js-yaml-4': (row) => jsYaml4.load(row.yaml),
  'gray-matter': (row) => (row.whole === undefined ? undefined : matter(row.whole, {}).data),
};

function number(value) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? value.toFixed(1) : String(value);
}

function typed(value) {
  if (value === null || value === undefined) return ['null'];
  if (typeof value === 'boolean') return ['bool', value];
  if (typeof value === 'number' || typeof value === 'bigint') return ['number', number(Number(value))];
  if (typeof value === 'string') return ['text', value.toWellFormed()];
  if (value instanceof Date) return ['date'];
  return Array.isArray(value) ? ['list'] : ['map'];
}

function fields(data) {
  if (data === null || data === undefined) return { root: 'null' };
  if (typeof data !== 'object' || Array.isArray(data)) return { root: 'other' };
  const found = { root: 'map' };
  for (const key of ['name', 'description']) {
    if (Object.hasOwn(data, key)) found[key] = typed(data[key]);
  }
  return found;
}

for (const line of readFileSync(0, 'utf8').split('\n')) {
  if (!line.trim()) continue;
  const row = JSON.parse(line);
  for (const [reader, load] of Object.entries(readers)) {
    if (reader === 'gray-matter' && row.whole === undefined) continue;
    const answer = { id: row.id, reader };
    try {
      Object.assign(answer, { ok: true }, fields(load(row)));
    } catch (error) {
      Object.assign(answer, { ok: false, error: String(error && error.name) });
    }
    process.stdout.write(JSON.stringify(answer) + '\n');
  }
}
