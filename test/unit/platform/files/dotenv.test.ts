import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseDotenv } from '../../../../packages/request-file/src/environments/index';
import { dotenvOf } from '../../../../packages/node/src/files/dotenv';

it('reads names, quotes, comments and escapes', () => {
  const text =
    'A=1\nexport B = two words # remark\r\nC="x\\ny # no remark" # remark\nD=\'\\n\'\n# E=5\nnonsense\nF=\nG=a#b\n';
  expect(Object.fromEntries(parseDotenv(text))).toEqual({
    A: '1',
    B: 'two words',
    C: 'x\ny # no remark',
    D: '\\n',
    F: '',
    G: 'a#b',
  });
});

it('takes the nearest file above, and none for none', () => {
  const root = mkdtempSync(join(tmpdir(), 'rulebook-dotenv-'));
  try {
    mkdirSync(join(root, 'a/b'), { recursive: true });
    mkdirSync(join(root, 'c/.env'), { recursive: true });
    writeFileSync(join(root, '.env'), 'WHERE=root\nONLY=root');
    writeFileSync(join(root, 'a/.env'), 'WHERE=a');
    expect(dotenvOf(join(root, 'a/b'))('WHERE')).toBe('a');
    expect(dotenvOf(join(root, 'a/b'))('ONLY')).toBeUndefined();
    expect(dotenvOf(join(root, 'c'))('WHERE')).toBe('root');
  } finally {
    rmSync(root, { recursive: true });
  }
});
