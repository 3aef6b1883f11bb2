import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareOptions as silentOptions, strictEngine } from '../../rules/check-text';
import { plainFindings } from './plain-findings';
import { triesOf } from '../../sample';

/** No name comes from elsewhere, so that unknown ones are reported. */
const bareOptions = {
  ...silentOptions,
  context: {
    ...silentOptions.context,
    outsideNames: { variables: new Set<string>(), requests: new Set<string>(), isComplete: true },
  },
};

const requests = [
  'POST /repos/o/r/hooks\n\n{ "events": ["issues"], "config": { "url": "https://e.org/", "secret": "{{s}}" } }\n',
  'PATCH /repos/o/r/hooks/1\n\n{ "config": { "url": "https://e.org/" } }\n',
  'POST /repos/o/r/hooks/1/tests\n',
  'DELETE /repos/o/r/hooks/1\n',
  '# @name a\nGET /repos/o/R/hooks/1\n',
  '# @name a\n# rulebook-ignore deleted-resource\nGET /repos/o/r/hooks/1\n',
  '@id = 1\n\nDELETE /repos/o/r/hooks/{{id}}\n',
  'GET /repos/o/r/hooks/{{id}}\n',
  'PUT /_security/api_key\n\n{ "name": 5 }\n',
  'PUT /a/_ccr/follow\n\n{ "remote_cluster": "c", "leader_index": "l" }\n',
  'POST /a/_ccr/pause_follow\n',
  'POST /a/_close\n',
  'POST /{{a}}/_close\n',
  'POST https://e.org/a/_ccr/unfollow\n',
  'PUT /_snapshot/a\n\n{ "type": "fs", "settings": { "location": "/x" } }\n',
  'PUT /_snapshot/b\n\n{ "type": "fs", "settings": { "location": "/x" } }\n',
  'DELETE /_snapshot/a\n',
  'DELETE /_snapshot/*\n',
  '# @name a\nPUT /_security/api_key\nAuthorization: ApiKey {{k}}\n\n{ "role_descriptors": { "r": {} } }\n',
  'GET /_snapshot/a\nAuthorization: ApiKey {{a.response.body.encoded}}\n',
  '@name1a = 1\n@longer = 2\n',
  '# @name a\n# @ref ab\nGET /_snapshot/a\n',
  '# @name ab\n# @ref a\nGET /_snapshot/b\n',
  'run #ab\n',
  'GET /_snapshot/{{nameXa}}\nAuthorization: ApiKey {{b.response.body.encoded}} {{longe}}\n',
  'GET /repos/o/{{s}}/hooks/{{id}}?a={{s}}\n',
  '# rulebook-ignore undefined-variable\nGET /repos/{{s}}/r/hooks/{{k}}\n',
];

describe('the check of an edited file', () => {
  it('finds what a check from scratch finds, whatever was edited', () => {
    const file = fc.array(fc.constantFrom(...requests), { minLength: 2, maxLength: 7 });
    const insertion = fc.constantFrom(
      '',
      '1',
      'x',
      '"',
      '\n',
      '###\n',
      '# @name a\n',
      '@id = 2\n',
      '@long = 3\n',
      'push',
      'a',
      '{{a}}',
      '# @ref ab\n',
      'b',
    );
    const edit = fc.record({ at: fc.nat(400), removed: fc.nat(6), newText: insertion });
    fc.assert(
      fc.property(file, fc.array(edit, { maxLength: 5 }), (texts, edits) => {
        const engine = strictEngine();
        let text = texts.join('\n###\n');
        let current = engine.openFile(text);
        engine.check(current, bareOptions);
        for (const { at, removed, newText } of edits) {
          const start = Math.min(at, text.length);
          const end = Math.min(start + removed, text.length);
          const positionOf = (offset: number) => {
            const lines = text.slice(0, offset).split('\n');
            return { line: lines.length - 1, character: lines[lines.length - 1]!.length };
          };
          current = engine.editFile(current, [{ start: positionOf(start), end: positionOf(end), newText }]);
          text = text.slice(0, start) + newText + text.slice(end);
          expect(engine.textOf(current)).toBe(text);
          const fresh = strictEngine();
          expect(plainFindings(engine.check(current, bareOptions))).toEqual(
            plainFindings(fresh.check(fresh.openFile(text), bareOptions)),
          );
        }
      }),
      { numRuns: triesOf(400) },
    );
  });

  it('follows a space that is typed in a placeholder', () => {
    const engine = strictEngine();
    const file = engine.openFile('PUT /{{a.response.body.id}}\n');
    engine.check(file, bareOptions);
    const at = { line: 0, character: 7 };
    const edited = engine.editFile(file, [{ start: at, end: at, newText: ' ' }]);
    const [found] = engine.check(edited, bareOptions).findings[0] ?? [];
    expect(found).toMatchObject({ rule: 'undefined-variable', span: { start: 5, end: 28 } });
  });

  it('keeps the places in other requests right when requests are between', () => {
    const engine = strictEngine();
    const text = [requests[3], requests[8], 'GET /repos/o/r/hooks/1\n'].join('\n###\n');
    const report = engine.check(engine.openFile(text), bareOptions);
    const [finding] = plainFindings(report)[2]!.filter(({ rule }) => rule === 'deleted-resource');
    expect(finding?.related).toEqual([
      { message: 'The webhook is deleted here.', span: { start: 24, end: 25 }, block: 0 },
    ]);
  });

  it('points to the request of the file that registers another resource', () => {
    const text = ['GET /repos/o/r/hooks\n', requests[14], 'GET /_cluster/health\n', 'GET /_snapshot/b\n'].join(
      '\n###\n',
    );
    const report = strictEngine().check(strictEngine().openFile(text), bareOptions);
    const [finding] = plainFindings(report)[3]!.filter(({ rule }) => rule === 'unregistered-resource');
    expect(finding?.related).toEqual([
      { message: 'The file registers `a` here.', span: expect.anything() as object, block: 1 },
    ]);
  });

  it('obeys the severities of the user for findings across requests', () => {
    const engine = strictEngine();
    const file = engine.openFile([requests[3], 'GET /repos/o/r/hooks/1\n'].join('\n###\n'));
    const off = engine.check(file, { ...bareOptions, severities: { 'deleted-resource': 'off' } });
    const error = engine.check(file, { ...bareOptions, severities: { 'deleted-resource': 'error' } });
    expect(off.findings[1]).toEqual([]);
    expect(error.findings[1]?.map(({ severity }) => severity)).toEqual(['error']);
  });
});

describe('the summaries of many requests at once', () => {
  const engine = strictEngine();
  const document = (index: string) => `PUT /${index}/_doc/1\n\n{ "labels": "x" }\n`;
  const search = (index: string) => `POST /${index}/_search\n\n{ "sort": ["labels.a"] }\n`;
  const mapping = (index: string) =>
    `PUT /${index}\n\n{ "mappings": { "properties": { "labels": { "type": "flattened" } } } }\n`;
  const textOf = (blocks: readonly string[]) => blocks.map((block) => `###\n${block}`).join('\n');
  const checkedOf = (blocks: readonly string[]) => [
    ...engine.check(engine.openFile(textOf(blocks)), bareOptions).blocks,
  ];
  const areOutlines = (blocks: readonly string[]) =>
    checkedOf(blocks).map(({ identity }) => identity.summary.outlineOf !== undefined);
  const others = Array.from({ length: 20 }, (_, n) => `GET /_snapshot/r${String(n)}\n`);

  it('are outlines of documents and searches, but where a request makes them matter', () => {
    expect(areOutlines([document('a'), search('a'), document('b'), ...others]).slice(0, 3)).toEqual([true, true, true]);
    expect(areOutlines([mapping('a'), document('a'), document('b'), ...others]).slice(0, 3)).toEqual([
      false,
      false,
      true,
    ]);
    // What is above the mapping is read again.
    expect(areOutlines([document('a'), mapping('a'), search('a'), ...others]).slice(0, 3)).toEqual([
      false,
      false,
      false,
    ]);
    expect(areOutlines([document('a'), mapping('a'), search('a')])).toEqual([false, false, false]);
  });

  it('are outlines of mappings, but where another request is on their index', () => {
    expect(areOutlines([mapping('a'), mapping('b'), search('b'), ...others]).slice(0, 3)).toEqual([true, false, false]);
    const many = [mapping('a'), ...others, ...others, ...others];
    expect(areOutlines(many)[0]).toBe(true);
    expect(areOutlines([...many, document('a')])[0]).toBe(false);
    expect(checkedOf(many)[0]?.identity.wholeSummary.own).toMatchObject({ index: { mapping: { paths: ['labels'] } } });
  });

  it('are whole for who asks', () => {
    const [first] = checkedOf([document('a'), ...others]);
    expect(first?.identity.summary.own).toEqual({ index: { index: '/a' }, alias: expect.anything() as unknown });
    expect(first?.identity.wholeSummary.own).toMatchObject({ index: { documents: [{ path: 'labels' }] } });
    expect(first?.identity.summary.outlineOf).toBeUndefined();
  });

  it('find what those of a file find that was written request by request', () => {
    const part = fc
      .constantFrom('a', 'b', 'c', 'd')
      .chain((index) =>
        fc.constantFrom(
          document(index),
          search(index),
          mapping(index),
          `PUT /${index}/_settings\n\n{ "index.mapping.total_fields.limit": 1 }\n`,
          `POST /_query\n\n{ "query": "FROM ${index} | WHERE label > 1" }\n`,
          `DELETE /${index}\n`,
        ),
      );
    fc.assert(
      fc.property(fc.array(part, { minLength: 20, maxLength: 70 }), (blocks) => {
        const written = blocks.reduce(
          ({ file, length }, _, at) => {
            const text = textOf(blocks.slice(0, at + 1));
            const start = { line: length.split('\n').length - 1, character: length.split('\n').at(-1)?.length ?? 0 };
            const edited = engine.editFile(file, [{ start, end: start, newText: text.slice(length.length) }]);
            engine.check(edited, bareOptions);
            return { file: edited, length: text };
          },
          { file: engine.openFile(''), length: '' },
        );
        const whole = engine.check(engine.openFile(textOf(blocks)), bareOptions);
        expect(plainFindings(engine.check(written.file, bareOptions))).toEqual(plainFindings(whole));
      }),
      { numRuns: triesOf(10) },
    );
  });
});
