import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../packages/services/src/registry';
import { compareFindings, readRelease } from '../../../packages/engine/src/rehearsal/index';

const { services } = catalogue;

describe('releases', () => {
  it.each([
    ['es@9.5', { vendor: 'elasticsearch', version: '9.5.0', title: 'Elasticsearch 9.5' }],
    ['Elasticsearch@8.19.3', { vendor: 'elasticsearch', version: '8.19.3', title: 'Elasticsearch 8.19.3' }],
    ['es@8', { version: '8.19.0' }],
    ['opensearch@3', { vendor: 'opensearch', version: '3.9.0', title: 'OpenSearch 3.9' }],
    ['github@2026-03-10', { vendor: 'github', selects: '2026-03-10', title: 'GitHub 2026-03-10' }],
    ['github@next', { selects: '2026-03-10' }],
    ['github@3.18', { vendor: 'github', version: '3.18.0' }],
  ])('%s', (text, release) => {
    expect(readRelease(text, services)).toMatchObject(release);
  });

  it.each([
    ['es', 'write it as a product and its version, such as es@9.5; known are es, opensearch, github'],
    ['solr@9', 'there is no product solr; use one of es, opensearch, github'],
    ['es@7', '7 is not a version of Elasticsearch that is known; use two numbers, such as'],
    ['es@next', 'next is not a version of Elasticsearch'],
  ])('%s cannot be used', (text, cause) => {
    expect(readRelease(text, services)).toEqual({ cause: expect.stringContaining(cause) as string });
  });
});

describe('findings for two releases', () => {
  const found = (rule: string, start: number, more: object = {}) => ({
    ...{ rule, severity: 'warning' as const, message: rule, span: { start, end: start + 1 } },
    ...more,
  });

  it('says what is there for one of both only', () => {
    const same = found('wrong-type', 1);
    expect(compareFindings([same, same], [same, same, same])).toEqual([{ kind: 'changed', finding: same }]);
    expect(compareFindings([], [found('x', 1, { isRefused: true })])).toMatchObject([{ kind: 'refused' }]);
    expect(compareFindings([], [found('x', 1, { severity: 'error' })])).toMatchObject([{ kind: 'refused' }]);
    expect(compareFindings([], [found('unavailable-element', 1)])).toMatchObject([{ kind: 'absent' }]);
    expect(compareFindings([], [found('deprecated-element', 1, { tag: 'deprecated' })])).toMatchObject([
      { kind: 'deprecated' },
    ]);
  });

  it('says what is taken only where nothing is said of it there', () => {
    const refused = found('x', 1, { isRefused: true });
    expect(compareFindings([refused, found('y', 5)], [])).toEqual([{ kind: 'taken', finding: refused }]);
    expect(compareFindings([refused], [found('z', 1)])).toMatchObject([{ kind: 'changed' }]);
  });

  it('counts what both find where only one of them refuses it', () => {
    const provenance = {
      kind: 'reference',
      document: 'x',
      section: 's',
      source: 'o',
      refusedIf: 'single-actions',
    } as const;
    const same = found('member-count', 1, { provenance, isRefused: true });
    const release = (text: string) => {
      const read = readRelease(text, services);
      if ('cause' in read) throw new Error(read.cause);
      return read;
    };
    const [old, next] = [release('es@8.19'), release('es@9.5')];
    expect(compareFindings([same], [same])).toEqual([]);
    expect(compareFindings([same], [same], { now: old, then: next })).toEqual([{ kind: 'refused', finding: same }]);
    expect(compareFindings([same], [same], { now: next, then: old })).toEqual([{ kind: 'taken', finding: same }]);
    expect(compareFindings([same], [same], { now: next, then: next })).toEqual([]);
    // What only the release finds is refused if it behaves so.
    expect(compareFindings([], [same], { now: next, then: old })).toMatchObject([{ kind: 'changed' }]);
    // Between both, it is not known.
    expect(compareFindings([same], [same], { now: old, then: release('es@9.1') })).toEqual([]);
  });

  it('takes a message about another target for the same', () => {
    const of = (version: string) =>
      found('unsupported-version', 1, { message: `\`a\` requires version 9.9 or later; the target is ${version}.` });
    expect(compareFindings([of('8.19')], [of('9.5')])).toEqual([]);
  });
});
