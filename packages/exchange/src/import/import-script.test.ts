import { describe, expect, it } from 'vitest';
import { isScriptName, requestsInScript } from './import-script';

const inShell = (text: string) => requestsInScript('a.sh', text).map((one) => `${one.line}: ${one.text.trim()}`);
const hub = 'https://api.github.com';

describe('the commands of a script', () => {
  it.each([
    ['gh api repos/o/r/issues', `GET ${hub}/repos/o/r/issues`],
    ['gh api /repos/{owner}/{repo}/issues --paginate --jq .[].id', `GET ${hub}/repos/{{owner}}/{{repo}}/issues`],
    ['gh api -X DELETE repos/o/r/git/refs/heads/x', `DELETE ${hub}/repos/o/r/git/refs/heads/x`],
    ['gh api --method=PATCH user', `PATCH ${hub}/user`],
    ['GH_TOKEN=x gh api user > me.json 2>&1', `GET ${hub}/user`],
    ['id=$(gh api user --jq .id)', `GET ${hub}/user`],
    ['x="$(gh api repos/o/r/commits/main)"', `GET ${hub}/repos/o/r/commits/main`],
    ['a="$(gh api "repos/o/r/pulls" --jq ".[0].id")" b', `GET ${hub}/repos/o/r/pulls`],
    ['if gh api user --silent; then', `GET ${hub}/user`],
    ['gh api "repos/$GITHUB_REPOSITORY/pulls/$N"', `GET ${hub}/repos/{{owner}}/{{repo}}/pulls/{{$processEnv N}}`],
    ['gh api search/issues -X GET -f q=x', `GET ${hub}/search/issues`],
    [
      'gh api repos/o/r/issues -f title=Two -F milestone=3 -f "labels[]=a"',
      `POST ${hub}/repos/o/r/issues\nContent-Type: application/json\n\n{"title":"Two","milestone":3}`,
    ],
    ['gh api repos/o/r/contents/a --input body.json -X PUT', `PUT ${hub}/repos/o/r/contents/a`],
    [`curl -sS -H 'Accept: a/b' ${hub}/user -o me.json`, undefined],
    [`curl ${hub}/repos/$GITHUB_REPOSITORY/pulls`, `GET ${hub}/repos/{{owner}}/{{repo}}/pulls`],
    [`curl -sS ${hub}/user > me.json`, `GET ${hub}/user`],
    [
      `curl -X POST ${hub}/user/repos -d '{"name":"x"}'`,
      `POST ${hub}/user/repos\nContent-Type: application/json\n\n{"name":"x"}`,
    ],
  ])('%s', (command, request) => {
    expect(inShell(`#!/bin/sh\n\n${command}\n`)).toEqual(request === undefined ? [] : [`2: ${request}`]);
  });

  it.each([
    'gh api graphql -f query=x',
    'gh api --unknown user',
    'gh api user other',
    'gh api',
    'gh pr list',
    '# gh api user',
    'echo gh api user',
    'gh api "user',
    'gh api "two words"',
    'cat x | gh api user --input -',
    'curl "$URL"',
    'curl -F a=@b https://example.com/',
  ])('%s is left out', (command) => {
    expect(inShell(`${command}\n`)).toEqual([]);
  });

  it('are at their lines, also behind joined ones', () => {
    const text = 'set -e\ngh api \\\n  -X POST \\\n  user/repos -f name=a\n\ngh api user\n';
    expect(requestsInScript('a.sh', text).map(({ line }) => line)).toEqual([1, 5]);
    expect(requestsInScript('a.sh', text.replaceAll('\n', '\r\n')).map(({ line }) => line)).toEqual([1, 5]);
  });
});

describe('the steps of a workflow', () => {
  it('are scripts, in blocks and in single lines', () => {
    const text = `jobs:
  a:
    steps:
      - run: gh api repos/\${{ github.repository }}/issues/\${{ github.event.issue.number }}
      - name: b
        run: |
          echo a
          gh api user

          curl ${hub}/rate_limit
      - run: >
          gh api user
      - run: 'gh api user'
      - uses: x/y@v1
        with:
          script: gh api user
`;
    expect(requestsInScript('.github/workflows/a.yml', text)).toEqual([
      { line: 3, text: `GET ${hub}/repos/{{owner}}/{{repo}}/issues/{{number}}\n` },
      { line: 7, text: `GET ${hub}/user\n` },
      { line: 9, text: `GET ${hub}/rate_limit\n` },
    ]);
  });

  it('are looked for by the names of files', () => {
    expect(['a.sh', 'a.bash', 'w.yml', 'w.yaml', 'a.http', 'a.json'].map(isScriptName)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
