import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readPrivateFile, writePrivateFile } from '../../../../packages/node/src/files/private-file';
import { trustedEndpoints } from '../../../../packages/node/src/credentials/trusted-endpoints';

function ownFolder(): string {
  const folder = fs.mkdtempSync(join(tmpdir(), 'rulebook-private-'));
  onTestFinished(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return join(folder, 'rulebook');
}

type Fault = readonly [name: string, change: (folder: string, file: string) => void];

/** What can be wrong with a private file and its folder. */
const faults: readonly Fault[] = [
  ...[0o604, 0o640, 0o620, 0o602, 0o610, 0o601].map((mode): Fault => [
    `the file has mode ${mode.toString(8)}`,
    (_, file) => {
      fs.chmodSync(file, mode);
    },
  ]),
  ...[0o720, 0o702].map((mode): Fault => [
    `the folder has mode ${mode.toString(8)}`,
    (folder) => {
      fs.chmodSync(folder, mode);
    },
  ]),
  [
    'the file is a link',
    (_, file) => {
      fs.renameSync(file, `${file}.other`);
      fs.symlinkSync(`${file}.other`, file);
    },
  ],
  [
    'the folder is a link',
    (folder) => {
      fs.renameSync(folder, `${folder}.other`);
      fs.symlinkSync(`${folder}.other`, folder);
    },
  ],
  [
    'the file is too long',
    (_, file) => {
      fs.appendFileSync(file, ' '.repeat(1_000_000));
    },
  ],
];
/** Only the administrator of a machine can give files away. */
const givenAway: readonly Fault[] = [
  [
    'the file belongs to someone else',
    (_, file) => {
      fs.chownSync(file, 1234, 1234);
    },
  ],
  [
    'the folder belongs to someone else',
    (folder) => {
      fs.chownSync(folder, 1234, 1234);
    },
  ],
];
const allFaults = [...faults, ...(process.getuid?.() === 0 ? givenAway : [])];

describe.skipIf(process.platform === 'win32')('a private file', () => {
  it('is read as it was written, and only its user can read it', () => {
    const folder = ownFolder();
    const file = join(folder, 'a.json');
    writePrivateFile(file, 'first');
    writePrivateFile(file, 'second');
    expect(readPrivateFile(file)).toBe('second');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    expect(fs.readdirSync(folder)).toEqual(['a.json']);
  });

  it.each(allFaults)('is not read when %s', (_, change) => {
    const folder = ownFolder();
    const file = join(folder, 'a.json');
    writePrivateFile(file, 'text');
    change(folder, file);
    expect(readPrivateFile(file)).toBeUndefined();
  });

  it.each(allFaults.filter(([name]) => name.startsWith('the folder')))('is not written when %s', (_, change) => {
    const folder = ownFolder();
    const file = join(folder, 'a.json');
    writePrivateFile(file, 'text');
    change(folder, file);
    expect(() => {
      writePrivateFile(file, 'new');
    }).toThrow();
    expect(fs.readFileSync(file, 'utf8')).toBe('text');
  });

  it('is absent where nothing is', () => {
    expect(readPrivateFile(join(ownFolder(), 'a.json'))).toBeUndefined();
  });
});

describe.skipIf(process.platform === 'win32')('trusted endpoints', () => {
  const prod = { name: 'prod', origin: 'https://es.example' };

  function keptAt(folder: string) {
    return trustedEndpoints((name) => (name === 'XDG_CONFIG_HOME' ? join(folder, '..') : undefined));
  }

  it('are those that were added, by name and origin', () => {
    const folder = ownFolder();
    keptAt(folder).add(prod);
    keptAt(folder).add({ name: 'other', origin: 'https://other.example' });
    keptAt(folder).add(prod);
    const kept = keptAt(folder);
    expect(kept.path).toBe(join(folder, 'trusted-endpoints.json'));
    expect(kept.has(prod)).toBe(true);
    expect(kept.has({ ...prod, name: 'other' })).toBe(false);
    expect(kept.has({ ...prod, origin: 'https://other.example' })).toBe(false);
    expect(kept.has({ name: 'other', origin: 'https://other.example' })).toBe(true);
    expect(JSON.parse(fs.readFileSync(kept.path, 'utf8'))).toMatchObject({ endpoints: { length: 2 } });
  });

  it.each(allFaults)('are none when %s', (_, change) => {
    const folder = ownFolder();
    const { path, add } = keptAt(folder);
    add(prod);
    change(folder, path);
    expect(keptAt(folder).has(prod)).toBe(false);
  });

  it.each(['', '{', 'null', '[]', '{"endpoints":{}}', '{"endpoints":[null,1,{"name":"prod"},{"origin":"x"}]}'])(
    'are none in %j',
    (text) => {
      const folder = ownFolder();
      const { path, has } = keptAt(folder);
      writePrivateFile(path, text);
      expect(has(prod)).toBe(false);
    },
  );

  it('are never kept in a folder that depends on where the program runs', () => {
    const { path } = trustedEndpoints((name) => (name === 'XDG_CONFIG_HOME' ? 'relative' : undefined));
    expect(path.startsWith('/')).toBe(true);
  });
});
