import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { commandLine, folderOf } from '../command-line';
import { startRecorder } from '../recorder';

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** The commands, with `HOST` in place of the recorder. */
const commands = [
  "curl http://HOST/d -d a=1 -d 'b=two words'",
  "curl http://HOST/raw --data-raw '@not-a-file' --data-raw 'x'",
  "curl http://HOST/binary --data-binary @body.json -H 'Content-Type: application/json'",
  "curl http://HOST/encoded --data-urlencode 'q=a b&c' --data-urlencode '=d e' --data-urlencode 'f g'",
  "curl -G http://HOST/get?x=1 -d a=1 --data-urlencode 'q=a b'",
  'curl -u user:pass http://HOST/user',
  'curl -I http://HOST/head',
  `curl http://HOST/json --json '{ "a": 1 }'`,
  "curl -X PUT http://HOST/json --json '[1' --json ', 2]' -H 'Accept: text/plain'",
  "curl http://HOST/form -F a=1 -F 'b=two words;type=text/plain' -F 'file=@body.json;type=application/json'",
  "curl http://HOST/form -F 'file=@body.json;filename=other.json;type=application/json' --form-string 'c=@d;type=x'",
  "curl http://HOST/form -F 'text=<note.txt'",
  "curl -T note.txt http://HOST/upload -H 'Content-Type: text/plain'",
  "curl 'http://HOST/lines' \\\n  -H 'X-A: 1' \\\n  --data '{\n  \"a\": 1\n}' -H 'Content-Type: application/json'",
];

const files = { 'body.json': '{ "in": "the file" }', 'note.txt': 'a note' };

/** Returns a request without the fields that only curl adds, its fields in order of name, and a boundary that is always the same. */
function plain(request: string): string {
  const end = request.indexOf('\r\n\r\n');
  const [line = '', ...fields] = request.slice(0, end).split('\r\n');
  const boundary = /boundary=(\S+)/.exec(request)?.[1];
  const kept = fields
    .filter(
      (field) => !/^(?:connection|host|content-length|user-agent|accept-encoding|expect):|^accept: \*\/\*/i.test(field),
    )
    .map((field) => field.replace(/^[^:]+/, (name) => name.toLowerCase()))
    .sort();
  // Older versions of curl encode a blank as `%20`.
  const text = ([line, ...kept].join('\n') + request.slice(end)).replaceAll('%20', '+');
  return boundary === undefined ? text : text.replaceAll(boundary, 'BOUNDARY');
}

describe.skipIf(!hasCurl)('curl commands in a request file', () => {
  it.each(commands)('send what curl itself sends: %s', async (written) => {
    const { requests, place } = await startRecorder();
    const command = written.replace('HOST', place);
    const cwd = folderOf({ ...files, 'a.http': `${command}\n` });
    const { code, error } = await commandLine(['run', 'a.http', '--no-cookies'], { cwd });
    expect(error.split('\n').filter((one) => /not sent/.test(one))).toEqual([]);
    expect(code).toBe(0);
    await promisify(execFile)('bash', ['-c', command.replace(/^curl/, 'curl -s')], { cwd });
    const [ours = '', curls = ''] = requests.map(plain);
    expect(requests).toHaveLength(2);
    expect(ours).toBe(curls);
  });

  it('fill in variables in the parts of a form', async () => {
    const { requests, place } = await startRecorder();
    const cwd = folderOf({ 'a.http': `@v = a value\n\ncurl http://${place}/form -F 'x={{v}}'\n` });
    expect((await commandLine(['run', 'a.http'], { cwd })).code).toBe(0);
    expect(requests[0]).toContain('\r\n\r\na value\r\n--');
  });
});

it('checks the files that a command sends, and names those that are missing', async () => {
  const cwd = folderOf({
    'a.http': [
      "curl -X PUT localhost:9200/_snapshot/a -H 'Content-Type: application/json' -d @body.json",
      "curl -X PUT localhost:9200/_snapshot/a -H 'Content-Type: application/json' -d @missing.json",
      'curl http://127.0.0.1/form -F file=@lost.png',
    ].join('\n\n###\n'),
    'body.json': '{ "type": 1, "settings": {} }',
  });
  const { out } = await commandLine(['check', '.'], { cwd });
  expect(out).toContain('a.http:1:80 error The body file `body.json` has 1 error on line 1');
  expect(out).toContain('a.http:4:80 error The body file `missing.json` cannot be read: there is no such file.');
  expect(out).toContain('a.http:7:1 error The body file `lost.png` cannot be read: there is no such file.');
  expect(out).toContain('body.json:1:11 error');
});
