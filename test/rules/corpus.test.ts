import { describe, expect, it } from 'vitest';
import { checkText } from './check-text';
import { isThere, readCorpus, reason, requestFileOf } from './read-corpus';

describe.skipIf(!isThere)(`the corpus of public requests${isThere ? '' : ` (skipped: ${reason})`}`, () => {
  const items = readCorpus();
  const checked = items.map((item) => ({ item, findings: checkText(requestFileOf(item)).map(({ finding }) => finding) }));

  it('reads the corpus', () => {
    expect(items.length).toBeGreaterThan(50);
  });

  it('gives no error on a valid request', () => {
    const wrong = checked
      .filter(({ item }) => item.expect === 'valid' && item.contradicts_document === undefined)
      .flatMap(({ item, findings }) =>
        findings
          .filter(({ severity }) => severity === 'error')
          .map(({ rule, message }) => `${item.id}: ${rule}: ${message}`),
      );
    expect(wrong).toEqual([]);
  });

  it('says of no valid request that the service refuses it', () => {
    const wrong = checked
      .filter(({ item }) => item.expect === 'valid' && item.contradicts_document === undefined)
      .flatMap(({ item, findings }) =>
        findings
          .filter(({ isRefused }) => isRefused === true)
          .map(({ rule, message }) => `${item.id}: ${rule}: ${message}`),
      );
    expect(wrong).toEqual([]);
  });

  it('gives an error on a request that the documents forbid', () => {
    const missed = checked
      .filter(({ item }) => item.expect === 'invalid' && item.detect === 'documented')
      .filter(({ findings }) => findings.every(({ severity }) => severity !== 'error'))
      .map(({ item }) => item.id);
    expect(missed).toEqual([]);
  });

  it('says how often it warns about valid requests', () => {
    const counts = new Map<string, number>();
    for (const { item, findings } of checked) {
      if (item.expect !== 'valid') continue;
      for (const { severity, rule } of findings) {
        if (severity === 'warning') counts.set(rule, (counts.get(rule) ?? 0) + 1);
      }
    }
    const valid = checked.filter(({ item }) => item.expect === 'valid').length;
    const lines = [...counts].sort((a, b) => b[1] - a[1]).map(([rule, count]) => `  ${rule}: ${String(count)}`);
    console.log([`Warnings on ${String(valid)} valid requests:`, ...lines].join('\n'));
    expect(valid).toBeGreaterThan(0);
  });
});
