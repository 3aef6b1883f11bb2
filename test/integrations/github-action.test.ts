import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, stagedPackage, temporaryFolder, writeFiles } from '../packages/installed';
import { createRunner, readAction } from './action-runner';

// The steps of the actions, run as a runner runs them.

const source = join(root, 'integrations/github-action');
const runner = createRunner(temporaryFolder('action'));
const { work, temp } = runner;
const pets = readFileSync(join(import.meta.dirname, 'pets.yaml'), 'utf8');

let file: string;
beforeAll(async () => {
  ({ file } = await stagedPackage());
  writeFiles(work, {
    'requests/bad.http': 'PUT /_security/api_key\n\n{ "name": 1, "a|b`<img>": {} }\n',
    'requests/good.http': 'GET /_security/api_key\n',
    'other/--fail-on.http': 'GET /_security/api_key\n',
    'pets.yaml': pets,
    'rulebook.json': '{ "services": { "pets": { "description": "./pets.yaml" } } }',
    'pets.http':
      '### All `pets`\nGET /pets\n\n?? status == 200\n\n### None\nGET /pets/77\n\n?? status == 200\n\n### Named {{who}}\nPOST /pets\nContent-Type: application/json\n\n{ "name": "{{who}}" }\n\n?? status == 201\n',
  });
});

/** The process that keeps the sandbox, for it is not the job that ends it here. */
let held: number | undefined;
afterAll(() => {
  if (held !== undefined) process.kill(held);
});

describe.each([
  ['', 'check'],
  ['run', 'run'],
  ['test', 'test'],
  ['sandbox', 'sandbox'],
])('the action in the folder %j', (folder, id) => {
  const action = readAction(folder);

  it('is composite, and each input and output is described and connected', () => {
    expect(action.runs.using).toBe('composite');
    const used = JSON.stringify(action.runs.steps);
    const readme = readFileSync(join(source, 'README.md'), 'utf8');
    for (const [name, { description }] of Object.entries(action.inputs)) {
      expect(used).toContain(`\${{ inputs.${name} }}`);
      expect(description).not.toBe('');
      expect(readme).toContain(`\`${name}\``);
    }
    const script = readFileSync(join(source, `${id}.mjs`), 'utf8');
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.${id}.outputs.${name} }}`);
      expect(script).toContain(`'${name}'`);
      expect(readme).toContain(`\`${name}\``);
    }
  });

  it('puts no input into a command, where a name could become one', () => {
    expect(action.runs.steps.filter(({ run }) => run.includes('${{'))).toEqual([]);
  });
});

describe('the action that checks', () => {
  it('installs the package, annotates the findings, and ends with the code of the check', () => {
    const { code, log, outputs, summary } = runner.run('', { paths: 'requests', version: file });
    expect(log).toContain('::error file=requests/bad.http,line=3,');
    expect(code).toBe(1);
    expect(outputs).toMatch(/^errors=1$/m);
    expect(summary).toContain('1 error and ');
    expect(summary).toContain('requests/bad.http:3');
    // What the file says is neither a cell nor HTML.
    expect(summary).not.toMatch(/<img>|a\|b/);
  });

  it('writes a SARIF file, and reads each path as a path', () => {
    const paths = '\n  requests/good.http\nother/--fail-on.http\n';
    const { code, outputs } = runner.run('', { paths, 'sarif-file': 'reports/a.sarif' }, 'check');
    expect(code).toBe(0);
    expect(outputs).toContain('errors=0\nwarnings=0\nsarif-file=reports/a.sarif\n');
    expect(JSON.parse(readFileSync(join(work, 'reports/a.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' });
  });

  it('fails for a path that there is not', () => {
    const { code, log } = runner.run('', { paths: 'missing.http' }, 'check');
    expect(log).toContain('missing.http: no such file');
    expect(code).toBe(2);
  });

  it('refuses a version that npm could read as something else', () => {
    const { code, log } = runner.run('', { version: 'https://example.com/a' });
    expect(log).toContain('::error::The input version');
    expect(code).toBe(2);
    expect(existsSync(join(temp, 'rulebook/node_modules/a'))).toBe(false);
  });
});

describe('the action that runs', () => {
  it('sends all requests of a file, and says which did not pass', () => {
    const given = { paths: 'pets.http', sandbox: 'true', variables: 'who=Tim', report: 'reports/run.xml' };
    const { code, log, outputs, summary } = runner.run('run', given, 'run');
    expect(code).toBe(1);
    expect(outputs).toBe('requests=3\npassed=2\nfailed=1\nnot-sent=0\nreport=reports/run.xml\n');
    expect(log).toMatch(/::error file=pets\.http,line=\d+/);
    expect(summary).toContain('3 requests: 2 passed, 1 failed, 0 not sent.');
    expect(summary).toMatch(/\| None \| \d+ \| 404 \| status == 200 \|/);
    expect(readFileSync(join(work, 'reports/run.xml'), 'utf8')).toContain('<testsuite');
  });

  it('takes further options, and sends only the request that they choose', () => {
    const given = { paths: 'pets.http', sandbox: 'true', arguments: '--name\nAll `pets`\n' };
    const { code, outputs } = runner.run('run', given, 'run');
    expect(code).toBe(0);
    expect(outputs).toContain('requests=1\npassed=1\n');
  });

  it('ends with the code of the command for a file that there is not', () => {
    const { code, outputs } = runner.run('run', { paths: 'missing.http' }, 'run');
    expect(code).toBe(2);
    expect(outputs).toBe('report=\n');
  });
});

describe('the actions that play and test', () => {
  it('start a sandbox that later steps reach, and find nothing wrong with it', () => {
    const { code, log, outputs, variables } = runner.run('sandbox', { services: 'pets' }, 'sandbox');
    expect(code, log).toBe(0);
    const url = /^url=(http:\S+)$/m.exec(outputs)?.[1] ?? '';
    const ready = /^file=(.*)$/m.exec(outputs)?.[1] ?? '';
    expect(variables).toBe(`RULEBOOK_SANDBOX_FILE=${ready}\n`);
    const { endpoints } = JSON.parse(readFileSync(ready, 'utf8')) as {
      readonly endpoints: readonly { readonly credential: string }[];
    };
    expect(log).toContain(`::add-mask::${endpoints[0]?.credential ?? ''}`);
    held = Number(/^keeper=(\d+)$/m.exec(outputs)?.[1]);
    const tested = runner.run('test', { service: 'pets.yaml', endpoint: url, report: 'reports/test.xml' }, 'test');
    expect(tested.code, tested.log).toBe(0);
    expect(tested.outputs).toMatch(/^findings=0\nrequests=[1-9]\d*\nfolder=rulebook-findings\n$/);
    expect(readFileSync(join(work, 'reports/test.xml'), 'utf8')).toContain('<testsuite');
    // A service of another description differs.
    writeFiles(work, {
      'others.yaml': pets.replace('name: { type: string }', 'name: { type: integer }'),
    });
    const other = runner.run('test', { service: 'others.yaml', endpoint: url }, 'test');
    expect(other.code).toBe(1);
    expect(other.log).toMatch(/^::error title=.*,file=rulebook-findings/m);
    expect(other.summary).toMatch(/\d+ findings? by \d+ requests\./);
  });

  it('say why a sandbox does not start', () => {
    const { code, log } = runner.run('sandbox', { services: 'nothing' }, 'sandbox');
    expect(code).toBe(1);
    expect(log).toContain('nothing');
    expect(log).toContain('::error::The sandbox did not start.');
  });
});
