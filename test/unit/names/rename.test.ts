import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';
import type { RequestFile } from '../../../packages/request-file/src/syntax/index';
import { occurrencesNamed } from '../../../packages/checker/src/names/names-in-file';
import type { NamedThing } from '../../../packages/checker/src/names/occurrence';
import { refuseNewName, refuseRenaming } from '../../../packages/checker/src/names/rename';
import { applyEdits } from '../../../packages/text/src/edit';
import { triesOf } from '../../sample';

const engine = createEngine();
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

/** Names that occur nowhere else in the texts, all of one length, so that a rename moves nothing. */
const variables = ['vara', 'varb', 'varc'] as const;
const requests = ['reqa', 'reqb', 'reqc'] as const;
const variable = fc.constantFrom(...variables);
const request = fc.constantFrom(...requests);
const lineEnd = fc.constantFrom('\n', '\r\n');

const value = fc.oneof(
  variable.map((name) => `{{${name}}}`),
  variable.map((name) => `{{ %${name} }}`),
  variable.map((name) => `{{$dotenv %${name}}}`),
  request.map((name) => `{{${name}.response.body.$.id}}`),
  request.map((name) => `{{${name}.request.headers.X-Id}}`),
  request.map((name) => `{{${name}.member}}`),
  fc.constantFrom('text', '1', '{{$guid}}', 'varabc', '{{other}}'),
);
const line = fc.oneof(
  fc.tuple(variable, value).map(([name, text]) => `@${name} = ${text}`),
  fc.tuple(variable, value).map(([name, text]) => `  @${name}=${text}`),
  request.map((name) => `### ${name}`),
  fc.constant('### Two words'),
  request.map((name) => `###\n# @name ${name}`),
  request.map((name) => `###\n// @ref ${name}`),
  variable.map((name) => `###\n# @prompt ${name} A question`),
  fc.tuple(value, value).map(([path, text]) => `GET /${path}?q=${text}`),
  fc.tuple(value, value).map(([path, text]) => `POST /${path}\nX-Field: ${text}\n\n{ "a": "${text}" }\n`),
  value.map((text) => `?? status == ${text}`),
  value.map((text) => `# a comment about ${text}`),
  fc.constantFrom('', '{', '"'),
);
const fileText = fc
  .tuple(fc.array(line, { minLength: 6, maxLength: 25 }), lineEnd)
  .map(([lines, end]) => lines.join('\n').replaceAll('\n', end));
const thing = fc.oneof(
  variable.map((name): NamedThing => ({ kind: 'variable', name })),
  request.map((name): NamedThing => ({ kind: 'request', name })),
);

function occurrencesIn(file: RequestFile, named: NamedThing) {
  const names = { file, occurrencesOf: (block: number) => engine.names(file, block) };
  return occurrencesNamed(names, named, (name) => file.definitions.has(name));
}

function renamed(text: string, named: NamedThing, newName: string): string {
  const file = engine.openFile(text);
  const edits = occurrencesIn(file, named).map(({ block, occurrence: { span } }) => {
    const start = file.blocks.offsetOf(block);
    return { span: { start: start + span.start, end: start + span.end }, newText: newName };
  });
  return applyEdits(text, edits);
}

function plansOf(text: string): string {
  const file = engine.openFile(text);
  const order = engine.requestOrder(
    file,
    Array.from({ length: file.blocks.size }, (_, index) => index),
    options,
  );
  return JSON.stringify([[...engine.planAll(file, options)], [...file.definitions], order]);
}

describe('a rename', () => {
  const parameters = { numRuns: triesOf(400) };

  it('keeps what is sent, but for the name', () => {
    let sent = 0;
    fc.assert(
      fc.property(fileText, thing, (text, named) => {
        const plans = plansOf(text);
        // Only what the file defines is renamed.
        if (!occurrencesIn(engine.openFile(text), named).some(({ occurrence }) => occurrence.role === 'definition'))
          return;
        sent += plans.includes(named.name) ? 1 : 0;
        const newName = 'free';
        expect(plansOf(renamed(text, named, newName)).replaceAll(newName, named.name)).toBe(plans);
      }),
      parameters,
    );
    // The inputs are random: about a third of them send the name, and seldom fewer than a fifth.
    expect(sent).toBeGreaterThan(triesOf(40));
  });

  it('there and back is the same text', () => {
    fc.assert(
      fc.property(fileText, thing, (text, named) => {
        const there = renamed(text, named, 'another-name');
        expect(renamed(there, { ...named, name: 'another-name' }, named.name)).toBe(text);
      }),
      parameters,
    );
  });

  it('leaves no use of the old name behind', () => {
    fc.assert(
      fc.property(fileText, thing, (text, named) => {
        const file = engine.openFile(renamed(text, named, 'another-name'));
        expect(occurrencesIn(file, named)).toEqual([]);
        const uses =
          file.blocks.size === 0 ? [] : [...file.blocks].flatMap((_, index) => engine.parse(file, index).placeholders);
        if (named.kind === 'variable') expect(uses.map(({ name }) => name)).not.toContain(named.name);
      }),
      parameters,
    );
  });
});

describe('a name that cannot be changed', () => {
  const defined = (by: 'definition' | 'script') =>
    ({ kind: 'variable', role: 'definition', name: 'a', span: { start: 0, end: 1 }, by }) as const;

  it('is one that is defined elsewhere', () => {
    expect(refuseRenaming({ kind: 'variable', name: 'a' }, [defined('definition')])).toBeUndefined();
    expect(refuseRenaming({ kind: 'variable', name: 'a' }, [defined('script')])).toBeUndefined();
    expect(refuseRenaming({ kind: 'variable', name: 'a' }, [])).toContain('No request file defines `a`');
  });

  it.each([
    ['b_1', undefined],
    ['b-c', 'A script writes `a` as a word of its own, and `b-c` cannot be one there.'],
    ['clear', '`clear` cannot be one there'],
    ['return', '`return` cannot be one there'],
    ['response', '`response` cannot be one there'],
  ])('is %s in a script where the old one is a word', (newName, reason) => {
    const refuse = (isWord?: true) =>
      refuseNewName({ kind: 'variable', name: 'a' }, newName, () => false, [
        { ...defined('script'), ...(isWord && { isWord }) },
      ]);
    expect(refuse()).toBeUndefined();
    if (reason === undefined) expect(refuse(true)).toBeUndefined();
    else expect(refuse(true)).toContain(reason);
  });

  it.each([
    ['variable', 'a', 'b.c-d_1', undefined],
    ['variable', 'a', 'a', undefined],
    ['variable', 'a', '1a', 'cannot be the name of a variable'],
    ['variable', 'a', '\u202Eb', '`\uFFFDb` cannot be'],
    ['request', 'a', 'b-c', undefined],
    ['request', 'a', 'b.c', 'cannot be the name of a request'],
    ['request', 'Log in', 'Sign in', undefined],
    ['request', 'Log in', ' Sign in', 'cannot be the name of a request'],
    ['request', 'Log in', 'a\nb', 'cannot be the name of a request'],
    ['request', 'a', 'taken', 'Another request is named `taken` here.'],
  ] as const)('or a %s %s that is to be %s: %s', (kind, name, newName, reason) => {
    const refused = refuseNewName({ kind, name }, newName, (other) => other.name === 'taken');
    if (reason === undefined) expect(refused).toBeUndefined();
    else expect(refused).toContain(reason);
  });
});
