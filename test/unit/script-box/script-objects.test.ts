import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { isEverywhere, membersOf, scriptModules } from '../../../packages/request-file/src/scripts/script-members';
import { scriptObjects } from '../../../packages/request-file/src/scripts/script-objects';
import type { ScriptInput } from '../../../packages/sender/src/scripts/index';
import type { ScriptBox } from '../../../packages/node/src/script-box/box';
import { loadScriptBox } from '../../script-engine';

let box: ScriptBox;
beforeAll(async () => {
  box = await loadScriptBox();
});

const input: ScriptInput = {
  ...{ phase: 'response', language: 'handler', code: '', now: 0, seed: 1, values: {}, kept: {}, own: {}, withheld: [] },
  ...{ name: '', method: 'GET', request: { url: 'http://h/', headers: [], body: '' } },
  response: {
    ...{ status: 200, statusText: 'OK', httpVersion: '1.1', duration: 1, body: '{}' },
    headers: [['Content-Type', 'application/json']],
  },
};

it.each(scriptObjects.map((one) => [`${one.path}${one.call ?? ''}`, one] as const))(
  '%s is in the box as the list says',
  async (_, { path, call, in: only, phase }) => {
    for (const language of ['handler', 'block'] as const) {
      const code = `console.log(typeof ${path})`;
      const types = await Promise.all(
        (['request', 'response'] as const).map(async (when) => {
          const { response, ...rest } = input;
          const given = { ...rest, phase: when, language, code, ...(when === 'response' && { response }) };
          // A variable of this name has no value.
          const { log } = await box.run({ ...given, values: { [path.split('.', 1)[0] ?? '']: null } });
          return log[0]?.text;
        }),
      );
      if (only !== undefined && only !== language) continue;
      const [before, behind] = types;
      if (call === undefined) expect([path, behind]).not.toEqual([path, 'undefined']);
      else expect([path, behind]).toEqual([path, 'function']);
      if (phase === undefined) expect([path, before]).toEqual([path, behind]);
    }
  },
);

/** Other spellings of what is listed, and names that only say why they are not there. */
const unlisted = [
  '$getOAuth2Response',
  '$httpyac',
  'Window',
  'fetch',
  'module',
  'postman',
  'setTimeout',
  'window',
  'xpath',
];

it('lists every name that the box offers', () => {
  const folder = join(import.meta.dirname, '../../../packages/node/src/script-box/inside');
  const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const offered = new Set(
    sources.flatMap((source) => [...source.matchAll(/\bscope\.([$\w]+) =/g)].map(([, name]) => name)),
  );
  const listed = new Set(scriptObjects.map(({ path }) => path.split('.', 1)[0]));
  expect([...offered].filter((name) => !listed.has(name) && !unlisted.includes(name ?? ''))).toEqual([]);
  expect(offered.size).toBeGreaterThan(10);
});

it.each(['handler', 'block'] as const)('knows all members of the objects of a %s', async (language) => {
  const objects = [
    ...new Set(
      scriptObjects.flatMap(({ path }) => path.split('.').map((_, at, all) => all.slice(0, at + 1).join('.'))),
    ),
  ];
  const closed = [...objects, 'client.variables'].filter((path) => membersOf(path, { language }) !== undefined);
  expect(closed.length).toBeGreaterThan(10);
  for (const path of closed) {
    const code = `console.log(typeof ${path} === 'undefined' ? 'none' : Object.getOwnPropertyNames(${path}).join(' '))`;
    const { log } = await box.run({ ...input, language, code });
    const text = log[0]?.text ?? '';
    if (text === 'none') continue;
    const found = text.split(' ').filter((name) => name !== 'prototype' && !isEverywhere(name));
    const known = [...(membersOf(path, { language }) ?? [])].filter((name) => !isEverywhere(name));
    expect([path, found.sort()]).toEqual([path, known.sort()]);
  }
});

it('loads the modules that are listed', async () => {
  const code = `for (const name of ${JSON.stringify(scriptModules)}) console.log(typeof require(name))`;
  expect((await box.run({ ...input, code })).log.map(({ text }) => text)).not.toContain('undefined');
  const { problem } = await box.run({ ...input, code: 'require("fs")' });
  expect(problem?.message).toContain(`they can load ${scriptModules.join(', ')}.`);
});
