import type { Diagnostic } from 'vscode-languageserver';
import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';
import { createDiagnoser } from '../../../server/src/checking/diagnoser';
import { DocumentStore, type OpenDocument } from '../../../server/src/documents/documents';
import { diagnosticLimits } from '../../../server/src/checking/quotas';
import { readConfiguration, settingsFor } from '../../../server/src/configuration/settings';
import { sampled, sampleOf, triesAll } from '../../sample';
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
  const diagnoser = createDiagnoser(engine, 'utf-16');
  return {
    documents: new DocumentStore(engine, 'utf-16', () => undefined),
    diagnose: (document: OpenDocument, options: CheckOptions) => diagnoser(document, options).items,
    isCut: (document: OpenDocument, options: CheckOptions) => diagnoser(document, options).isCut,
  };
}

const isFolded = ({ message }: Diagnostic): boolean => String(message).includes('more like this in this file');

describe('a file with more findings than are shown', () => {
  it.each(sampleOf([1, 2, 3], 3))(`gives what a fresh open gives (seed %i) ${sampled}`, (seed) => {
    const next = randomNumbers(seed);
    const lines = Array.from({ length: 500 }, () => requests[next(requests.length)]!)
      .join('')
      .split('\n');
    const edited = session();
    let document = edited.documents.open(uri, 'http', 1, lines.join('\n'));
    const first = edited.diagnose(document, settings.checkOptions);
    expect(first.length).toBeLessThanOrEqual(diagnosticLimits.errorsAndWarnings + diagnosticLimits.remarks);
    expect(first.filter(isFolded).length).toBeGreaterThan(1);

    for (let version = 2; version < (triesAll ? 40 : 14); version++) {
      const line = next(lines.length);
      const isRemoval = next(3) === 0;
      const last = isRemoval ? Math.min(lines.length - 1, line + next(40)) : line;
      const text = isRemoval ? '' : edits[next(edits.length)]!;
      const range = { start: { line, character: 0 }, end: { line: last, character: 0 } };
      lines.splice(line, last - line + 1, ...`${text}${lines[last]!}`.split('\n'));
      document = edited.documents.change(uri, version, [{ range, text }])!;
      const diagnostics = edited.diagnose(document, settings.checkOptions);
      if (version % 4 !== 0) continue;
      const fresh = session();
      fresh.documents.open(uri, 'http', version, lines.join('\n'));
      const opened = fresh.documents.look(uri, line)!;
      expect(diagnostics).toEqual(fresh.diagnose(opened, settings.checkOptions));
    }
  });

  const repeated = Array.from({ length: 1600 }, () => '###\nPOST /_security/api_key\n\n{ "name": 1 }\n').join('');
  const errorLines = (diagnostics: readonly Diagnostic[]): number[] =>
    diagnostics.filter(({ severity }) => severity === 1).map(({ range }) => range.start.line);

  it('folds what repeats itself, and keeps what is near to where a user edits', () => {
    const { documents, diagnose, isCut } = session();
    expect(isCut(documents.open(uri, 'http', 1, repeated), settings.checkOptions)).toBe(true);
    const at = { line: 3203, character: 2 };
    const document = documents.change(uri, 2, [{ range: { start: at, end: at }, text: 'zz ' }])!;
    const shown = diagnose(document, settings.checkOptions);
    const lines = errorLines(shown);
    expect(lines).toContain(3203);
    expect(lines).toContain(3199);
    expect(lines).toContain(3207);
    expect(lines.length).toBeLessThan(300);
    const folded = shown.filter(isFolded);
    expect(folded[0]?.message).toMatch(/\(And 1,\d{3} more like this in this file\.\)$/);
    expect(folded[0]?.relatedInformation?.at(-1)?.message).toBe('A finding that is not shown in the file.');
  });

  it('shows what is near to where a user looks', () => {
    const { documents, diagnose } = session();
    documents.open(uri, 'http', 1, repeated);
    expect(errorLines(diagnose(documents.look(uri, 6000)!, settings.checkOptions))).toContain(6003);
    const lines = errorLines(diagnose(documents.look(uri, 0)!, settings.checkOptions));
    expect(lines).toContain(3);
    expect(lines).not.toContain(6003);
  });

  it('keeps the places near the cursor within one long body', () => {
    const { documents, diagnose } = session();
    const members = Array.from({ length: 2000 }, (_, index) => `  "unknown${index}": 1`).join(',\n');
    documents.open(uri, 'http', 1, `POST /_security/api_key\n\n{\n${members}\n}\n`);
    const lines = diagnose(documents.look(uri, 1500)!, settings.checkOptions).map(({ range }) => range.start.line);
    expect(lines).toContain(1500);
    expect(lines).not.toContain(10);
  });
});
