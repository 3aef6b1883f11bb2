import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { manPage } from '../../../tools/lib/man-page.mjs';

const root = resolve(import.meta.dirname, '../../..');
let page: string;
beforeAll(async () => {
  page = await manPage(root, { version: '1.2.3', description: 'Checks requests. More.' });
});

describe('the manual page', () => {
  it('has every command and option that docs/command-line.md has', () => {
    const docs = readFileSync(join(root, 'docs/command-line.md'), 'utf8');
    const plain = page.replaceAll('\\-', '-');
    const options = [...docs.matchAll(/^\| `((?:-\w, )?--[^`]+)` +\|/gm)].map(([, flags = '']) => flags);
    expect(options.length).toBeGreaterThan(50);
    expect(options.filter((flags) => !plain.includes(`\\fB${flags}\\fR`))).toEqual([]);
    for (const [, name = ''] of docs.matchAll(/^## rulebook ([\w-]+)$/gm))
      expect(plain).toContain(`.SS "rulebook ${name}`);
  });

  it('begins no line with what roff would read as a request by mistake', () => {
    const requests = new Set(
      page
        .split('\n')
        .filter((line) => /^[.']/.test(line))
        .map((line) => line.split(' ')[0]),
    );
    expect([...requests].sort()).toEqual(['.B', '.I', '.PP', '.SH', '.SS', '.TH', '.TP', '.fi', '.nf']);
  });

  it('is read by groff without a word of warning, where it is installed', (context) => {
    try {
      const shown = execFileSync('groff', ['-man', '-Tutf8', '-ww', '-P-cbou'], {
        input: page,
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      expect(shown).toContain('rulebook check');
      expect(shown).toContain('--fail-on <severity>');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') context.skip('groff is not installed');
      throw error;
    }
  });
});
