import type { Diagnostic } from 'vscode-languageserver';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../engine/src/index';
import { createDiagnoser } from '../../server/src/diagnostics';
import { DocumentStore } from '../../server/src/documents';
import { diagnosticLimits } from '../../server/src/quotas';
import { readConfiguration, settingsFor } from '../../server/src/settings';
import { randomNumbers } from './random';

const settings = settingsFor(readConfiguration(undefined), true, undefined);
const uri = 'file:///many.http';

// More errors of several rules, warnings and remarks than are shown.
const requests = [
  '###\nPUT /_security/api_key\n\n{ "name": 1, "nme": 2 }\n',
  '###\nPOST /_security/api_key\n\n{ "name": "x", "role_descriptors": {} }\n',
  '###\nDELETE /_security/api_key\n\n{ "expiration": 1 }\n',
  '###\nPATCH /repos/o/r/hooks/1\n\n{ "config": { "url": 1 } }\n',
];
const edits = ['x', '\n', '{', '"', ...requests];

function session() {
  const engine = createEngine();
  return {
    documents: new DocumentStore(engine, 'utf-16', () => undefined),
    diagnose: createDiagnoser(engine, 'utf-16').diagnose,
  };
}

describe('a file with more findings than are shown', () => {
  it.each([1, 2, 3])('gives what a fresh open gives, and changes nothing that was shown (seed %i)', (seed) => {
    const next = randomNumbers(seed);
    const lines = Array.from({ length: 1600 }, () => requests[next(requests.length)]!)
      .join('')
      .split('\n');
    const edited = session();
    let document = edited.documents.open(uri, 'http', 1, lines.join('\n'));
    const written = new Map<Diagnostic, string>();
    let kept = 0;
    const remember = (diagnostics: readonly Diagnostic[]): void => {
      for (const diagnostic of diagnostics) {
        const text = JSON.stringify(diagnostic);
        if (written.has(diagnostic)) kept++;
        expect(written.get(diagnostic) ?? text).toBe(text);
        written.set(diagnostic, text);
      }
    };
    const first = edited.diagnose(document, settings.checkOptions);
    remember(first);
    expect(first.filter(({ severity = 1 }) => severity <= 2).length).toBeGreaterThanOrEqual(
      diagnosticLimits.errorsAndWarnings,
    );
    expect(first.at(-1)?.message).toMatch(/more findings/);

    for (let version = 2; version < 40; version++) {
      const line = next(lines.length);
      const isRemoval = next(3) === 0;
      const last = isRemoval ? Math.min(lines.length - 1, line + next(40)) : line;
      const text = isRemoval ? '' : edits[next(edits.length)]!;
      const range = { start: { line, character: 0 }, end: { line: last, character: 0 } };
      lines.splice(line, last - line + 1, ...`${text}${lines[last]!}`.split('\n'));
      document = edited.documents.change(uri, version, [{ range, text }])!;
      const diagnostics = edited.diagnose(document, settings.checkOptions);
      remember(diagnostics);
      if (version % 4 !== 0) continue;
      const fresh = session();
      const opened = fresh.documents.open(uri, 'http', version, lines.join('\n'));
      expect(diagnostics).toEqual(fresh.diagnose(opened, settings.checkOptions));
    }
    expect(kept).toBeGreaterThan(1000);
  });
});
