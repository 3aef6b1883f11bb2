import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productFiles } from './files';
import { undecidedIn } from './private-values';

const root = join(import.meta.dirname, '../..');
const sources = productFiles(['packages', 'services', 'server', 'client', 'cli']);

describe('private values', () => {
  it.each(sources)('go nowhere without the decision about their way: %s', (file) => {
    expect(undecidedIn(file, readFileSync(join(root, file), 'utf8'))).toEqual([]);
  });

  it.each([
    ['materialise(input)', 'fills variables in'],
    ['await prepareRequest(ports)', 'prepares requests'],
    ['ports.transport.send(request)', 'sends'],
    ['kept.secrets.get(name)', 'reads the kept credentials and secrets'],
    ['const key = originsOf(endpoint)', 'names origins without the way to them'],
  ])('are found in a new place: %s', (code, what) => {
    expect(undecidedIn('client/src/new.ts', code)).toEqual([what]);
  });
});
