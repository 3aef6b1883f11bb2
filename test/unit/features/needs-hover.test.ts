import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { loadPublished } from '../binding/published';

const engine = createEngine({ loadDescription: loadPublished });
const options = {
  context: {
    endpoints: [
      { name: 'cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200' },
      { name: 'hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:9300', vendor: 'github' },
    ],
    defaults: { 'search-cluster': 'cluster', 'code-hosting': 'hub' },
  },
  severities: {},
};
const hover = (text: string) => engine.hover(engine.openFile(text), 0, 0, options)?.markdown ?? '';

describe('the hover of a request', () => {
  it.each([
    ['GET /logs-*/_search', 'The caller needs the index privilege `read` on `logs-*`.'],
    ['PUT /_snapshot/a\n\n{}', 'The caller needs the cluster privilege `manage`.'],
    ['GET /repos/o/r/issues', 'A fine-grained token needs the permission `Issues` with `read` access for `o/r`.'],
    ['GET /_security/_authenticate', 'It needs no rights.'],
    ['GET /_capabilities', 'Which rights it needs is not published.'],
    ['GET /advisories', 'Which rights it needs is not published.'],
  ])('says what it needs, on what: %s', (text, expected) => {
    expect(hover(text)).toContain(expected);
  });
});
