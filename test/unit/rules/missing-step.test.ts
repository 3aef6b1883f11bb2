import { describe, expect, it } from 'vitest';
import { applyFix, findingsOf } from '../../rules/check-text';
import type { CheckOptions } from '../../../packages/engine/src/index';

const body = '{ "remote_cluster": "leader", "leader_index": "logs" }';

function fixed(text: string, options?: CheckOptions): string | undefined {
  const [finding] = findingsOf('wrong-order', text, options);
  return finding && applyFix(text, finding);
}

describe('the fix of a missing step', () => {
  it('keeps line ends', () => {
    const text = `PUT /a/_ccr/follow\r\n\r\n${body}\r\n\r\n###\r\nPOST /a/_close\r\n`;
    expect(fixed(text)).toBe(
      `PUT /a/_ccr/follow\r\n\r\n${body}\r\n\r\n###\r\nPOST /a/_ccr/pause_follow\r\n\r\n###\r\nPOST /a/_close\r\n`,
    );
  });

  it('keeps the base path of the endpoint, and goes to the same one', () => {
    const endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'https://e.org/es' } as const;
    const options: CheckOptions = { context: { endpoints: [endpoint], defaults: {} }, severities: {} };
    const text = `PUT https://e.org/es/a/_ccr/follow\n\n${body}\n\n###\n# @endpoint prod\nPOST /a/_close\n`;
    expect(fixed(text, options)).toBe(
      `PUT https://e.org/es/a/_ccr/follow\n\n${body}\n\n###\n# @endpoint prod\nPOST /a/_ccr/pause_follow\n\n###\n# @endpoint prod\nPOST /a/_close\n`,
    );
    expect(fixed(text.replace('# @endpoint prod\nPOST ', 'POST https://e.org/es'), options)).toContain(
      'POST https://e.org/es/a/_ccr/pause_follow\n',
    );
  });

  it('takes over no header field without a variable, for it may hold a secret', () => {
    const secret = 'Authorization: ApiKey c2VjcmV0OnNlY3JldA==';
    const text = `PUT /a/_ccr/follow\n${secret}\n\n${body}\n\n###\nPOST /a/_close\n${secret}\nX-Opaque-Id: {{me}}\n`;
    expect(fixed(text)).toContain('###\nPOST /a/_ccr/pause_follow\nX-Opaque-Id: {{me}}\n\n###\nPOST /a/_close\n');
  });

  it('is next to the finding as two places', () => {
    const text = `PUT /a/_ccr/follow\n\n${body}\n\n###\nGET /a/_ccr/info\n\n###\nPOST /a/_close\n`;
    const [found] = findingsOf('wrong-order', text);
    expect(found?.finding.related).toMatchObject([
      { message: 'The index follows its leader since this request.', span: { start: 5, end: 6 }, block: {} },
    ]);
  });
});

describe('the rules across requests', () => {
  it.each([
    'POST /a/_ccr/pause_follow\n###\nPUT /a/_ccr/follow\n\n{ "remote_cluster": ',
    'PUT //_ccr/follow\n###\nPOST //_close\n',
    'PUT /_snapshot/a\n\n[1, {]\n###\nPUT /_snapshot/b\n\n"text"\n',
    'PUT /_snapshot/a\n\n{ "type": {}, "settings": [] }\n###\nPUT /_snapshot/b\n\n{ "settings": { "location": null, "location": 5 } }\n',
    'POST /repos/o/r/hooks\n\n{ "config": null, "events": 5 }\n###\nPATCH /repos/o/r/hooks/1\n\n{ "events": [[1]], "active": {} }\n',
    '###\n###\nPOST /{{/_close\n###\nDELETE /_snapshot/{{}}\n',
  ])('do not fail on %j', (text) => {
    expect(() => findingsOf('wrong-order', text)).not.toThrow();
    expect(() => findingsOf('shared-location', text)).not.toThrow();
  });
});
