import { expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';

const script = `#!/bin/bash
# curl https://api.github.com/repos/o/r/hookz
id=$(curl -sS -X POST "https://api.github.com/repos/$OWNER/$REPO/hooks" -H "Authorization: Bearer $TOKEN" \\
  -d '{"name": "web", "active": "true", "config": {"url": "'"$URL"'"}}' | jq .id)
# rulebook-ignore unknown-value
gh api repos/o/r/issues -X GET -f state=opened
gh api repos/o/r/issues -X GET -f state=closd
curl https://service.example/repos/o/r/hookz -d '{"a": }'
`;
const workflow = `on: push
jobs:
  a:
    runs-on: ubuntu-latest
    steps:
      - run: |
          gh api --method POST "repos/$GITHUB_REPOSITORY/deployments" -f ref=main
          gh api -X PATCH repos/\${{ github.repository }}/issues/1 -f state=closed
`;

it('judges the commands of a script where they are, and nothing that is not known', async () => {
  const { out, code } = await commandLine(['check', 'a.sh'], { cwd: folderOf({ 'a.sh': script }) });
  expect(out.split('\n').filter((line) => / (?:error|warning) /.test(line))).toEqual([
    expect.stringContaining('a.sh:4:33 error `active` must be a boolean.'),
    expect.stringContaining('a.sh:7:41 warning `state` must be `open`, `closed` or `all`; did you mean `closed`?'),
  ]);
  expect(code).toBe(1);
});

it('reads scripts that are named, and no others', async () => {
  const cwd = folderOf({ 'a.sh': script, 'b.http': 'GET /_search\n' });
  expect((await commandLine(['check', '.'], { cwd })).out).not.toContain('a.sh');
  expect((await commandLine(['check', '*.sh'], { cwd })).out).toContain('a.sh:4:33');
});

it('derives the permissions of a workflow', async () => {
  const path = '.github/workflows/a.yml';
  const { out } = await commandLine(['privileges', '--format', 'permissions', path], {
    cwd: folderOf({ [path]: workflow }),
  });
  expect(out).toContain('permissions:\n  deployments: write\n  issues: write\n');
});

it('judges the commands of Markdown, which it does not send', async () => {
  const cwd = folderOf({ 'a.md': `\`\`\`sh\n${script}\`\`\`\n` });
  expect((await commandLine(['check', 'a.md'], { cwd })).out).toContain('a.md:5:33 error');
  const { error, code } = await commandLine(['run', '--all', 'a.md'], { cwd });
  expect(code).not.toBe(0);
  expect(error).toContain('no request');
});

it('sends no command of a script', async () => {
  const { error, code } = await commandLine(['run', '--all', 'a.sh'], { cwd: folderOf({ 'a.sh': script }) });
  expect(code).toBe(2);
  expect(error).toContain('a.sh is a script; its commands are checked and explained, but not sent');
});
