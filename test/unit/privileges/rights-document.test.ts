import { describe, expect, it } from 'vitest';
import { keyWithRights, rightsDocument } from '../../../packages/checker/src/privileges/index';
import { rightsOf } from './rights-of-text';

const ofHost = 'GET /repos/o/r/contents/a.md\n\n###\nPOST /repos/o/r/issues\n\n{ "title": "a" }\n';
const checklist = `# What a token for hub needs

o/r
- [ ] permission Contents: read
- [ ] permission Issues: write

In a workflow of GitHub Actions:

\`\`\`yaml
permissions:
  contents: read
  issues: write
\`\`\`
`;

describe('the document of the rights that a file needs', () => {
  it('has the list with its reasons, the request for a key, the checklist and the block of a workflow', () => {
    const text = rightsDocument(rightsOf(`${ofHost}\n###\nGET /_cluster/health\n`), 'nightly');
    expect(text).toContain('# cluster: 1 request, the needs of 1 of them are known\n\ncluster privilege monitor\n');
    expect(text).toMatch(
      /```http\n### Create a key .* nightly needs\n# @endpoint cluster\nPOST \/_security\/api_key\n/,
    );
    expect(text).toContain(checklist);
  });

  it('has a checklist also for what only a user can be, or a classic token have', () => {
    const places = [
      { kind: 'role', name: 'admin of repository', on: ['o/r'], expected: 'o/r\n- [ ] role admin of repository\n' },
      { kind: 'scope', name: 'gist', on: [], expected: 'A classic token instead: gist\n' },
    ] as const;
    for (const { kind, name, on, expected } of places) {
      const right = { kind, name, on, target: 'repository', reasons: [], isConditional: false } as const;
      const text = rightsDocument(
        [{ service: 'code-hosting', endpoint: 'hub', rights: [right], unknown: [], requests: [] }],
        'a',
      );
      expect(text.endsWith(`# What a token for hub needs\n\n${expected}`)).toBe(true);
    }
  });
});

describe('a key with just the rights of a file', () => {
  it('is made by a request, or is the checklist of a token where the service makes no keys', () => {
    expect(keyWithRights(rightsOf(`${ofHost}\n###\nGET /_cluster/health\n`), 'a')).toEqual({
      requests: expect.stringContaining('POST /_security/api_key') as string,
    });
    expect(keyWithRights(rightsOf(ofHost), 'a')).toEqual({ document: checklist });
    expect(keyWithRights(rightsOf('GET /_security/_authenticate\n'), 'a')).toBeUndefined();
  });
});
