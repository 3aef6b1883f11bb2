import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { templateFile, templates } from '../../../client/src/first-minutes/templates';

describe('the templates of a new request file', () => {
  it('begin with those for any service, and name the others by their products', () => {
    expect([...new Set(templates.map(({ area }) => area))]).toEqual([
      'General',
      'Elasticsearch, OpenSearch',
      'GitHub',
      'JSON body files',
    ]);
    const general = templates.filter(({ area }) => area === 'General').map(({ id }) => id);
    expect(general).toEqual(['empty', 'token', 'login', 'upload', 'graphql', 'curl', 'mistake']);
  });

  it('have a file each, but for the empty one', () => {
    const root = join(import.meta.dirname, '../../..');
    const missing = templates.filter((one) => {
      const file = templateFile(one);
      return file !== undefined && !existsSync(join(root, file));
    });
    expect(missing.map(({ id }) => id)).toEqual([]);
  });
});
