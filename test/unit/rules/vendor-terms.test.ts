import { expect, it } from 'vitest';
import { checkText } from '../../rules/check-text';

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
