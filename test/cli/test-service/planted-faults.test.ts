import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sampled, sampleOf } from '../../sample';
import { commandLine } from '../command-line';
import { startLibrary, type Fault, type Library } from './library-server';

const description = join(import.meta.dirname, 'library.json');

interface Shown {
  readonly findings: readonly {
    readonly operation: string;
    readonly message: string;
    readonly assert: string;
    readonly file: string;
    readonly isConfirmed: boolean;
  }[];
  readonly left: readonly string[];
  readonly requests: number;
  readonly operations: readonly string[];
}

async function library(fault?: Fault): Promise<Library> {
  const started = await startLibrary(fault);
  onTestFinished(started.close);
  return started;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rulebook-findings-'));
  onTestFinished(() => {
    rmSync(path, { recursive: true, force: true });
  });
  return path;
}

async function tested({ url }: Library, output: string, more: readonly string[] = []) {
  const { code, out, error } = await commandLine([
    ...['test', description, '--endpoint', url, '--output', output, '--format', 'json'],
    ...more,
  ]);
  expect(error).toBe('');
  return { code, shown: JSON.parse(out) as Shown };
}

/** What is found of each fault. */
const found: Readonly<
  Record<Exclude<Fault, 'accepts everything'>, { readonly operation: string; readonly assert: RegExp }>
> = {
  'wrong type': { operation: 'POST /shelves/{shelfId}/books', assert: /^\$\.pages isNumber$/ },
  'absent member': { operation: 'GET /shelves/{shelfId}', assert: /^\$\.room exists$/ },
  '500 on a boundary': { operation: 'POST /shelves', assert: /^status == 201$/ },
  'a delete that does not': { operation: 'GET /shelves/{shelfId}', assert: /^status == 404$/ },
  'a list that forgets': { operation: 'GET /shelves', assert: /^\$\.items\[\?@\.id == .*\] exists$/ },
  'a wrong status': { operation: 'POST /shelves', assert: /^status == 201$/ },
  'an extra required member': { operation: 'POST /shelves/{shelfId}/books', assert: /^status == 201$/ },
  'a lost update': { operation: 'GET /shelves/{shelfId}', assert: /^\$\.(?:room|height|label) == / },
  'a wrong id': { operation: 'GET /shelves/{shelfId}', assert: /^\$\.id == / },
  "another's item leaked": { operation: 'GET /shelves/{shelfId}/books', assert: /^\$\[\?@\.id == .*\] not exists$/ },
  'a crash on a long text': { operation: 'POST /shelves', assert: /^status < 500$/ },
  'a crash on another script': { operation: 'POST /shelves', assert: /^status < 500$/ },
  'a crash on a NUL character': { operation: 'POST /shelves', assert: /^status < 500$/ },
  'a crash without a body': { operation: 'POST /shelves', assert: /^status == 4xx$/ },
  'a crash on a large number': { operation: 'GET /shelves/{shelfId}', assert: /^status < 500$/ },
};

describe('rulebook test', () => {
  it('finds nothing in a service that does as described, and leaves nothing behind', async () => {
    const service = await library();
    const { code, shown } = await tested(service, folder());
    expect(shown.findings).toEqual([]);
    expect(code).toBe(0);
    expect(shown.left).toEqual([]);
    expect(service.size()).toBe(0);
    expect(shown.operations).toHaveLength(10);
    expect(shown.requests).toBe(service.requests());
  });

  it.each(sampleOf(Object.entries(found)))(
    `finds %s as a file that fails alone, and passes once the service is repaired ${sampled}`,
    async (fault, wanted) => {
      const service = await library(fault as Fault);
      const { code, shown } = await tested(service, folder());
      expect(code).toBe(1);
      // One mistake is not reported for everything that it breaks.
      expect(shown.findings.length).toBeLessThanOrEqual(3);
      const finding = shown.findings.find(
        ({ operation, assert }) => operation === wanted.operation && wanted.assert.test(assert),
      );
      expect(finding, JSON.stringify(shown.findings, null, 2)).toMatchObject({ isConfirmed: true });
      expect(shown.findings.every(({ isConfirmed }) => isConfirmed)).toBe(true);
      const repaired = await library();
      for (const { file } of shown.findings) {
        const text = readFileSync(file, 'utf8');
        expect((await commandLine(['run', '--all', '--yes', file])).code, text).not.toBe(0);
        const again = await commandLine(['run', '--all', '--yes', '--var', `service=${repaired.url}`, file]);
        expect(again.code, `${text}\n${again.out}\n${again.error}`).toBe(0);
      }
      if (fault !== 'a delete that does not') expect(repaired.size()).toBe(0);
    },
  );
});
