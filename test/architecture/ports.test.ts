import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packsIn, ports } from './ports';

const root = join(import.meta.dirname, '../..');

describe('the ports of the sender', () => {
  it('are six, each in a file of its own', () => {
    expect([...ports]).toEqual([
      ...['CredentialsPort', 'FilesPort', 'ResponsesPort', 'TransportPort', 'ValuesPort', 'WaysPort'],
    ]);
  });

  it('are packed into one object nowhere', () => {
    const sources = ['packages/sender/src', 'packages/node/src', 'cli/src', 'client/src', 'server/src'].flatMap(
      (folder) =>
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
          .map((name) => `${folder}/${name}`.replaceAll('\\', '/')),
    );
    const packing = sources.filter((path) => packsIn(readFileSync(join(root, path), 'utf8')).length > 0);
    expect(packing).toEqual([]);
  });

  it.each([
    ['const bag = { resolveFor, credentialOf };', 'ValuesPort and CredentialsPort'],
    ['run({ ...{ askForValues: ask }, ...more, isKept: () => true });', 'ValuesPort and ResponsesPort'],
    ['send({ ...ports.values, ...ports.ways });', 'ValuesPort and WaysPort'],
    ['interface RunPorts extends ValuesPort, FilesPort {}', 'ValuesPort and FilesPort'],
    ['type Bag = WaysPort & TransportPort & { readonly plan: RequestPlan };', 'WaysPort and TransportPort'],
  ])('are seen to be packed by %s', (text, packed) => {
    expect(packsIn(text)).toEqual([packed]);
  });

  it.each([
    'createSender({ values: { resolveFor }, credentials: { credentialOf } }, policy);',
    'const values = { ...ports.values, resolveFor };',
    'const known = { system, answers, readFile };',
  ])('are not packed by %s', (text) => {
    expect(packsIn(text)).toEqual([]);
  });
});
