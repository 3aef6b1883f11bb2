// Keys in large JSON bodies: S6 and S11.
import { performance } from 'node:perf_hooks';
import { editAt, lineLike } from './edits.mjs';
import { generateBody } from './generate-body.mjs';
import { jsonSettings } from './json-server.mjs';
import { diagnosticsAtRest, isSame } from './keys.mjs';
import { costOf, startSession } from './session.mjs';
import { median, randomNumbers } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */

const comment = '// @request PUT /_security/api_key\n';
/** No kind of key is measured longer, in milliseconds: slow ones get fewer samples, but some. */
const patience = 10_000;
const fewest = 5;

/**
 * @param {Bench} bench
 * @param {(id: string) => boolean} isWanted
 */
export async function measureBodies(bench, isWanted) {
  if (isWanted('S6')) await brokenBodies(bench);
  if (isWanted('S11')) await validBodies(bench);
}

/** What breaks a body in its middle. */
const breaks = {
  'a missing quote': (lines) => {
    const line = lineLike(lines, /^ +"cluster": \["monitor"\]/, () => 0);
    return editAt(lines, line, (lines[line] ?? '').indexOf('"cluster') + 8, '', '"');
  },
  'an open comment': (lines) => {
    const line = lineLike(lines, /^ +"indices": \[/, () => 0);
    return editAt(lines, line, (lines[line] ?? '').indexOf('"'), '/* ');
  },
};

async function brokenBodies({ server, samples, report }) {
  const files = {
    'a JSON file': {
      uri: 'file:///bench/large.api-key.json',
      languageId: 'json',
      text: generateBody(1_000_000, { mistakes: 3 }),
    },
    'a request file, with variables': {
      uri: 'file:///bench/large.http',
      text: `@team = search\n\n### Large\nPUT /_security/api_key\nContent-Type: application/json\n\n${generateBody(1_000_000, { mistakes: 3, variable: 'team' })}`,
    },
  };
  /** @type {{ name: string, cost: number, samples: number }[]} */
  const found = [];
  for (const [file, document] of Object.entries(files)) {
    const session = await startSession(server);
    await session.open(document);
    const before = await diagnosticsAtRest(session, document.uri);
    report.expect(before.length === 3, `${file} of 1 MB has ${before.length} findings, not 3.`);
    const lines = document.text.split('\n');
    for (const [kind, make] of Object.entries(breaks)) {
      const { range, text, undo } = make(lines);
      const breaking = await costOf(session, () => session.edit(document.uri, range, text));
      if (file !== 'a JSON file') {
        // In a JSON file the editor says so itself.
        const { items } = session.documentOf(document.uri);
        report.expect(
          items.some(({ code }) => /malformed-json|unclosed-comment/.test(String(code))),
          `${kind} in ${file} is not reported: ${items.map(({ code }) => code).join(', ')}.`,
        );
      }
      const costs = await keysIn(session, document, { samples });
      found.push({ name: `  ${file}, ${kind}`, cost: median(costs), samples: costs.length });
      found.push({ name: `  ${file}, the key that makes it ${kind}`, cost: breaking, samples: 1 });
      await session.edit(document.uri, undo.range, undo.text);
    }
    const after = await diagnosticsAtRest(session, document.uri);
    report.expect(isSame(before, after), `The diagnostics of ${file} of 1 MB are others after its repair.`);
    await session.stop();
  }
  const medians = found.filter(({ samples: count }) => count > 1);
  const worst = medians.reduce((one, other) => (one.cost >= other.cost ? one : other));
  report.row('S6', 'a key in a broken body of 1 MB, the costliest kind, CPU', worst.cost, {
    unit: 'ms',
    goal: 30,
    samples: worst.samples,
  });
  for (const { name, cost, samples: count } of found) report.row('S6', name, cost, { unit: 'ms', samples: count });
}

/** Types letters into values in front of the middle, at it and behind it, and returns the processor time of each. */
async function keysIn(session, { uri, text }, { samples }) {
  const lines = text.split('\n');
  const next = randomNumbers(31);
  /** @type {number[]} */
  const costs = [];
  const begin = performance.now();
  for (let key = -2; key < samples; key++) {
    if (key >= fewest && performance.now() - begin > patience) break;
    const share = [0.2, 0.34, 0.6, 0.9][next(4)] ?? 0.5;
    const from = Math.floor(lines.length * share) + next(200);
    const line = lines.findIndex((one, index) => index >= from && one.includes('"names": ["metrics-'));
    const edit = editAt(lines, line, (lines[line] ?? '').indexOf('metrics-') + 3, 'x');
    const cost = await costOf(session, () => session.edit(uri, edit.range, edit.text));
    await session.edit(uri, edit.undo.range, edit.undo.text);
    // The first ones warm up.
    if (key >= 0) costs.push(cost);
  }
  return costs;
}

/** In turn with the JSON language server. */
async function validBodies({ server, jsonServer, samples, report }) {
  if (jsonServer === undefined) return report.omit('S11', 'a key in a JSON body over JLS: there is no JLS');
  for (const [size, goal] of /** @type {const} */ ([
    [1_000_000, 1 / 41],
    [10_000_000, 1 / 93],
  ])) {
    const document = {
      uri: 'file:///bench/body.json',
      languageId: 'jsonc',
      text: comment + generateBody(size, { mistakes: 3 }),
    };
    /** @type {Record<string, number[]>} */
    const costs = {};
    for (const [side, start] of Object.entries({
      ours: () => startSession(server),
      theirs: () => startSession(jsonServer.path, { settings: jsonSettings }),
    })) {
      const session = await start();
      await session.open(document);
      const { length } = session.documentOf(document.uri).items;
      report.expect(length === 3, `The JSON body has ${length} findings by ${side}, not 3.`);
      costs[side] = await keysIn(session, document, { samples });
      await session.stop();
    }
    const { ours = [], theirs = [] } = costs;
    const what = `a key in a valid JSON body of ${size / 1e6} MB over JLS, CPU`;
    report.row('S11', what, median(ours) / median(theirs), { unit: 'part', goal, samples: theirs.length });
    report.row('S11', '  Rulebook', median(ours), { unit: 'ms', samples: ours.length });
  }
}
