import { describe, expect, it } from 'vitest';
import { textOfCurl } from '../curl/request-text';
import { openMarkdownWithCommands, openScriptFile, editRequestFile, textOfFile } from '../request-file';
import { scriptFormOf, splitScript, type ScriptForm } from './split-script';

/** Returns the requests that the commands of a text send, as a request file writes them. */
function requestsIn(text: string, form: ScriptForm = 'shell'): readonly string[] {
  return splitScript(text, form).flatMap(({ command }) => (command ? [textOfCurl(command.request)] : []));
}

const issues = 'https://api.github.com/repos/o/r/issues';

describe('the commands of a script', () => {
  it.each([
    ['at the start', `curl ${issues}`],
    ['behind others', `set -e; cd x && curl ${issues}`],
    ['in a condition', `if ! curl -sf ${issues} > /dev/null 2>&1; then exit 1; fi`],
    ['behind a variable', `TOKEN=a curl ${issues}`],
    ['as a value', `list=$(curl -s ${issues} | jq length)`],
    ['as a value in quotation marks', `echo "all: $(curl -s "${issues}")"`],
    ['between backticks', `n=\`curl -s ${issues}\``],
    ['behind a prompt', `$ curl ${issues}`],
    ['over lines', `curl \\\n  -s \\\n  ${issues}`],
    ['in a function', `get() {\n  curl ${issues}\n}`],
    ['behind a document', `cat <<EOF\ncurl x.example\nEOF\ncurl ${issues}`],
  ])('are found %s', (_where, script) => {
    expect(requestsIn(script)).toEqual([`GET ${issues}`]);
  });

  it.each([
    ['a comment', `# curl ${issues}`],
    ['a text', `echo 'curl ${issues}'`],
    ['a text of several lines', `x="\ncurl ${issues}\n"`],
    ['a document', `cat <<-'EOF'\n\tcurl ${issues}\n\tEOF`],
    ['the name of a package', 'apt-get install -y curl https://x.example'],
    ['a part of a word', `curling ${issues}`],
    ['an option that is not known', `gh api --new-option x repos/o/r/issues`],
    ['several words in one', `curl "$@" ${issues}`],
    ['all items of a list', `curl "\${ARGS[@]}" ${issues}`],
    ['another command of gh', 'gh issue list -R o/r'],
  ])('are not %s', (_what, script) => {
    expect(requestsIn(script)).toEqual([]);
  });

  it('have variables in place of what a shell fills in', () => {
    expect(
      requestsIn('curl "https://api.github.com/repos/$OWNER/${REPO}/issues/$(next)" -d "{\\"title\\": \\"${1:-x}\\"}"'),
    ).toEqual(['POST https://api.github.com/repos/{{OWNER}}/{{REPO}}/issues/{{value}}\n\n{"title": "{{value}}"}']);
  });

  it('hold no path of a file, since its folder is unknown', () => {
    expect(requestsIn('curl -T a.json https://es.example/a/_doc/1')).toEqual([
      'PUT https://es.example/a/_doc/1\n\n{{file}}',
    ]);
  });

  it('cover the text, with comments above them', () => {
    const text = `#!/bin/sh\nx=1\n# rulebook-ignore unknown-value\ncurl ${issues}\necho\n`;
    const blocks = splitScript(text, 'shell');
    expect(blocks.map((block) => block.text).join('')).toBe(text);
    expect(blocks[1]?.text).toBe(`# rulebook-ignore unknown-value\ncurl ${issues}\n`);
  });

  it('are read in time that grows with the text', () => {
    const text = `${'$('.repeat(5_000)}${'"'.repeat(5_000)}\ncurl ${issues}`;
    expect(
      splitScript(text, 'shell')
        .map((block) => block.text)
        .join(''),
    ).toBe(text);
  });
});

describe('gh api', () => {
  const added = '\nAccept: application/vnd.github+json\nAuthorization: Bearer {{GH_TOKEN}}';

  it.each([
    ['repos/{owner}/{repo}/issues', 'GET https://api.github.com/repos/{{owner}}/{{repo}}/issues'],
    ['/repos/:owner/:repo', 'GET https://api.github.com/repos/{{owner}}/{{repo}}'],
    ['-X GET search/issues -f q="a b" -F per_page=5', 'GET https://api.github.com/search/issues?q=a%20b&per_page=5'],
    ['repos/o/r --hostname git.example.org', 'GET https://git.example.org/api/v3/repos/o/r'],
    ['repos/$GITHUB_REPOSITORY', 'GET https://api.github.com/repos/{{owner}}/{{repo}}'],
    ['-XDELETE repos/o/r', 'DELETE https://api.github.com/repos/o/r'],
  ])('%s', (words, request) => {
    expect(requestsIn(`gh api ${words}`)).toEqual([request + added]);
  });

  it.each([
    ['-f title=a -F open=true -F n=$N', '{"title": "a", "open": true, "n": {{N}}}'],
    ["-f 'a[b]=c' -F 'l[]=1' -F 'l[]=2'", '{"a": {"b": "c"}, "l": [1, 2]}'],
  ])('makes a body of %s', (fields, body) => {
    expect(requestsIn(`gh api repos/o/r/issues ${fields}`)).toEqual([
      `POST https://api.github.com/repos/o/r/issues${added}\nContent-Type: application/json\n\n${body}`,
    ]);
  });

  it('sends variables of GraphQL as such', () => {
    const [request] = requestsIn("gh api graphql -f query='query($o: String!) { viewer { login } }' -f o=x");
    expect(request).toContain('{"query": "query($o: String!) { viewer { login } }", "variables": {"o": "x"}}');
  });
});

describe('HTTPie', () => {
  it.each([
    ['http :9200/_search', 'GET http://localhost:9200/_search'],
    ['https api.example/a q==1 X-A:b', 'GET https://api.example/a?q=1\nX-A: b'],
    ['http PUT x.example/a n=1 m:=2', 'PUT http://x.example/a\nContent-Type: application/json\n\n{"n": "1", "m": 2}'],
    ['xh -f x.example/a n=1', 'POST http://x.example/a\nContent-Type: application/x-www-form-urlencoded\n\nn=1'],
  ])('%s', (command, request) => {
    expect(requestsIn(command)).toEqual([request]);
  });
});

describe('a workflow', () => {
  const workflow = (run: string): string =>
    `jobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n      - name: a\n        run: ${run}\n      - name: b\n        if: always()\n`;

  it.each([
    ['one line', workflow('gh api repos/${{ github.repository }}')],
    ['a block', workflow('|\n          set -e\n          gh api repos/$GITHUB_REPOSITORY')],
    ['a folded block', workflow('>-\n          gh api\n          repos/$GITHUB_REPOSITORY')],
  ])('has commands in %s', (_form, text) => {
    const [request] = requestsIn(text, 'workflow');
    expect(request?.split('\n')[0]).toBe('GET https://api.github.com/repos/{{owner}}/{{repo}}');
  });

  it('has none for another shell, and none in its other members', () => {
    expect(requestsIn(workflow('gh api user\n        shell: pwsh'), 'workflow')).toEqual([]);
    expect(requestsIn('jobs:\n  a:\n    name: curl https://x.example\n', 'workflow')).toEqual([]);
  });

  it('is known by its path', () => {
    expect(scriptFormOf('.github/workflows/a.yml')).toBe('workflow');
    expect(scriptFormOf('a/action.yaml')).toBe('workflow');
    expect(scriptFormOf('a.yml')).toBeUndefined();
    expect(scriptFormOf('a/b.sh')).toBe('shell');
  });
});

it('a Markdown file has those of its blocks for a shell', () => {
  const text = `# A\n\n\`\`\`http\nGET ${issues}\n\`\`\`\n\n\`\`\`sh\ncurl ${issues}\n\`\`\`\n\n\`\`\`js\ncurl ${issues}\n\`\`\`\n`;
  const file = openMarkdownWithCommands(text);
  expect(textOfFile(file)).toBe(text);
  expect([...file.blocks].filter((block) => block.command !== undefined).map((block) => block.text)).toEqual([
    `curl ${issues}\n`,
  ]);
});

it('an edit of a script is read again', () => {
  const file = openScriptFile('echo\n', 'shell');
  const at = { line: 1, character: 0 };
  const edited = editRequestFile(file, [{ start: at, end: at, newText: `curl ${issues}\n` }]);
  expect(textOfFile(edited)).toBe(`echo\ncurl ${issues}\n`);
  expect([...edited.blocks].some((block) => block.command !== undefined)).toBe(true);
});
