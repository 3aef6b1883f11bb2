import { describe, expect, it } from 'vitest';
import { applyFix, checkText, findingsOf } from '../../rules/check-text';

const repository = 'PUT /_snapshot/backup\n\n';

describe('a body with keys that cannot be read', () => {
  it.each([
    '{ type: "fs", settings: { location: "/mnt/a" } }',
    '{ "type": "fs", \'settings\': { "location": "/mnt/a" } }',
    '{ "type": "fs", "settings": { {{location}} } }',
    '{ "type": "fs", "set',
    '{ "type": "fs", "settings" { "location": "/mnt/a" } }',
  ])('gets no finding about what it lacks: %s', (body) => {
    expect(findingsOf('required-field', repository + body)).toEqual([]);
  });

  it('gets findings about what its other objects lack', () => {
    const found = findingsOf('required-field', `${repository}{ "type": "fs", "settings": {}, more: 1 }\n`);
    expect(found.map(({ finding }) => finding.message)).toEqual(['`settings` lacks the required field `location`.']);
  });

  it('gives no alarm about a secret', () => {
    const update = 'PATCH /repos/o/r/hooks/1\n\n{ "config": { url: "https://example.com", secret: "{{s}}" } }\n';
    expect(findingsOf('dropped-secret', update)).toEqual([]);
  });

  it('gets its quotes by a quick fix', () => {
    let text = `${repository}{\n  type: "fs",\n  settings: { location: "/mnt/a", readonly: False }\n}\n`;
    for (let round = 0; round < 5; round++) {
      const [finding] = findingsOf('malformed-json', text);
      if (finding) text = applyFix(text, finding) ?? text;
    }
    expect(text).toBe(
      `${repository}{\n  "type": "fs",\n  "settings": { "location": "/mnt/a", "readonly": false }\n}\n`,
    );
    expect(checkText(text)).toEqual([]);
  });
});

describe('a variable of another console', () => {
  it.each([
    'PUT /_snapshot/${name}\n{ "type": "${type}", "settings": { "location": "${location}" } }\n',
    'PUT /_snapshot/a\n{ "type": "url", "settings": { "url": "${url}", "http_socket_timeout": "${timeout}" } }\n',
    'GET /repos/o/r/hooks/${id}/deliveries?per_page=${size}\n',
    'PATCH /repos/o/r/hooks/1\n\n{ "config": { "url": "https://example.com", "secret": "${SECRET}" } }\n',
  ])('is as unknown as one of ours, and only reported where it would be sent in a path or query: %s', (text) => {
    const silent = ['missing-authorization', 'unresolved-placeholder'];
    const found = checkText(text).map(({ finding }) => finding.rule);
    expect(found.filter((rule) => !silent.includes(rule))).toEqual([]);
    expect(found.includes('unresolved-placeholder')).toBe(/^.*\$\{/.test(text));
  });

  it('does not hide what is known', () => {
    const found = checkText('PUT /_snapshot/a\n{ "type": "url", "settings": { "url": "s3://$bucket/{a}" } }\n');
    expect(found.map(({ finding }) => finding.rule)).toEqual(['unsupported-protocol']);
  });
});
