import { expect, it } from 'vitest';
import { applyFix, checkText } from '../../rules/check-text';

function findingsOf(head: string, vendor?: string): readonly string[] {
  const endpoint = {
    name: 'hub',
    service: 'code-hosting',
    baseUrl: 'https://api.example.com',
    ...(vendor && { vendor }),
  } as const;
  const options = { context: { endpoints: [endpoint], defaults: {} }, severities: {} };
  return checkText(`# @endpoint hub\nGET /repos/o/r/hooks\n${head}\n`, options).map(({ finding }) => finding.rule);
}

it.each([
  ['github', 'X-GitHub-Api-Version: v3'],
  ['gitea', 'X-Gitea-Api-Version: v3'],
  ['github', 'X-Vendor-Api-Version: v3'],
  [undefined, 'X-Vendor-Api-Version: v3'],
])('checks the header fields of %s: %s', (vendor, head) => {
  expect(findingsOf(head, vendor)).toContain('malformed-date');
});

it("takes the vendor's names for the documented ones", () => {
  expect(findingsOf('X-GitHub-Api-Version: 2022-11-28\nAccept: application/vnd.github+json', 'github')).toEqual([]);
});

it.each<[name: string, head: string, added: string]>([
  ['of the other header fields', 'Accept: application/vnd.github+json', 'X-GitHub-Api-Version: 2022-11-28'],
  ['of the version', 'X-GitHub-Api-Version: 2022-11-28', 'Accept: application/vnd.github+json'],
  ['of the document where none is known', 'User-Agent: a', 'X-Vendor-Api-Version: 2022-11-28'],
])('recommends header fields by the names %s', (_name, head, added) => {
  const text = `GET https://a.example/repos/o/r/hooks\n${head}\n`;
  const found = checkText(text).filter(({ finding }) => finding.rule === 'recommended-header');
  expect(found.map((finding) => applyFix(text, finding))).toContain(text.replace('\n', `\n${added}\n`));
});

it('knows whose names a public host understands', () => {
  const text = 'GET https://api.github.com/repos/o/r/hooks\nAccept: application/vnd.github+json\n';
  const findings = checkText(text).map(({ finding }) => finding.message);
  expect(findings.join('\n')).toContain('X-GitHub-Api-Version');
  const bare = checkText('GET https://api.github.com/repos/o/r/hooks\n').map(({ finding }) => finding.message);
  expect(bare.join('\n')).toContain('application/vnd.github+json');
});
