import { describe, expect, it } from 'vitest';
import { noEnvironments } from '../../../packages/request-file/src/environments/index';
import { acceptAt, completionsAt, expectOffers, hoveredAt, hoverTextAt, openMarked, testEngine } from './check-feature';

const login =
  '### Log in\n# @name login\nPOST http://h/login\n\n> {%\n  client.global.set("token", response.body.token);\n%}\n';

describe('a variable that a script sets', () => {
  it.each([
    [
      `${login}### b\nGET http://h/{{to<|>ken}}\n`,
      'Set by the script in line 5, which runs when the request `login` is sent.',
    ],
    // A script below the request counts, too.
    [`GET http://h/{{to<|>ken}}\n${login}`, 'Set by the script in line 6'],
    [`${login}### b\nGET http://h/{{to<|>ken.id}}\n`, 'Set by the script in line 5'],
    [
      'POST http://h/in\n\n{{\nexports.a = 1;\n}}\n### b\nGET http://h/{{a<|>}}\n',
      'Set by the script in line 3, which runs when the request `POST /in` is sent.',
    ],
    [
      '{{+\nexports.a = 1;\n}}\n### b\nGET http://h/{{a<|>}}\n',
      'Set by the script in line 1, which runs with the requests of its file.',
    ],
  ])('is described with the script: %s', (text, sentence) => {
    expect(hoverTextAt(text)).toContain(`· variable\n\n${sentence}`);
  });

  it('is described with its value before', () => {
    const { file, block, offset } = openMarked(
      `@day = first\n${login.replace('token', 'day')}### b\nGET http://h/{{da<|>y}}\n`,
    );
    const values = { environments: noEnvironments, environment: undefined };
    const options = { context: { endpoints: [], defaults: {} }, severities: {} };
    expect(testEngine().hover(file, block, offset, options, values)?.markdown).toContain(
      'Set by the script in line 6, which runs when the request `login` is sent. Until then:\n\n`first`\n\nFrom line 1 of the file.',
    );
  });

  it('is described with the imported file of the script', () => {
    const { file, block, offset } = openMarked('# @import ./login.http\nGET http://h/{{to<|>ken}}\n');
    const values = {
      environments: noEnvironments,
      environment: undefined,
      imported: [{ place: 'login.http', path: 'file:///login.http', text: login }],
    };
    const options = { context: { endpoints: [], defaults: {} }, severities: {} };
    expect(testEngine().hover(file, block, offset, options, values)?.markdown).toContain(
      'Set by the script in line 5 of the imported file `login.http`, which runs when the request `login` is sent.',
    );
  });

  it('is offered with the script', () => {
    const found = completionsAt(`# @prompt asked\n${login}### b\nGET http://h/{{<|>\n`);
    expect(
      found.filter(({ label }) => ['token', 'asked'].includes(label)).map(({ label, detail }) => [label, detail]),
    ).toEqual([['token', 'set by the script in line 6']]);
  });
});

const before = (code: string) => `< {%\n  ${code}\n%}\nGET http://h/{{token}}\n`;
const behind = (code: string) => `@own = 1\nGET http://h/{{token}}\n\n> {%\n  ${code}\n%}\n`;
const block = (code: string) => `GET http://h/\n\n{{\n  ${code}\n}}\n`;

describe('completion in a script', () => {
  it.each<[text: string, ...labels: string[]]>([
    [behind('client.<|>'), 'global', 'environment', 'test', 'assert', 'log', '-status', '-exports'],
    [behind('client?.glo<|>'), 'global'],
    [behind('client.global.<|>'), 'set', 'get', 'clearAll', '-test'],
    [behind('const a = [response.<|>]; client.log("x");'), 'status', 'body', 'headers', 'contentType'],
    [behind('response.headers.<|>'), 'valueOf', 'valuesOf'],
    [behind('crypto.hmac.<|>'), 'sha256'],
    [behind('cl<|>'), 'client', '-clear'],
    [behind('`${res<|>}`'), 'response'],
    [before('re<|>'), 'request', '-response'],
    [before('request.variables.<|>'), 'get', 'set', 'clear'],
    [block('exp<|>'), 'exports', '-client'],
    [block('test.<|>'), 'status', 'header', 'hasResponseBody'],
    [`GET http://h/\n\n> {% client.<|>`, 'global'],
    [behind('client.global.get("<|>")'), 'own', '-client'],
    [`${login}### b\nGET http://h/\n\n> {% client.global.get('to<|>'); %}\n`, 'token'],
    // Nothing is known of values, of what the script has of its own, and in comments and texts.
    [behind('response.body.<|>')],
    [behind('response.headers.valueOf("a").<|>')],
    [behind('const client = make(); client.<|>')],
    [behind('// client.<|>')],
    [behind('/* client.<|> */')],
    [behind('client.log("client.<|>")')],
    [behind('client.log("<|>")')],
    [behind('1<|>')],
  ])('%s', (text, ...labels) => {
    expectOffers(text, ...labels);
  });

  it('writes the call with its arguments', () => {
    expect(acceptAt(behind('client.global.s<|>'), 'set')).toContain('client.global.set("name", value)');
    expect(acceptAt(behind('client.te<|>'), 'test')).toContain('client.test("name", () => {\n    \n  })');
    expect(acceptAt(behind('client.global.se<|>("a", 1)'), 'set')).toContain('client.global.set("a", 1)');
    expect(acceptAt(behind('client.global.get("o<|>w")'), 'own')).toContain('client.global.get("own")');
    expect(acceptAt(block('$glo<|>'), '$global')).toContain('  $global\n');
  });

  it('opens by itself behind a dot, and closes when a name is complete', () => {
    const options = { context: { endpoints: [], defaults: {} }, severities: {} };
    const labels = (text: string) => {
      const { file, block: index, offset } = openMarked(text);
      return testEngine()
        .complete(file, index, offset, options, { opensUnselected: false })
        .items.map(({ label }) => label);
    };
    expect(labels(behind('client.<|>'))).toContain('global');
    expect(labels(behind('client.l<|>'))).toEqual(['log']);
    expect(labels(behind('client.log<|>'))).toEqual([]);
    expect(labels(behind('<|>'))).toEqual([]);
    expect(labels('GET /repos/o/r/hooks\n\n> {% response.body[0].<|> %}\n')).toContain('config');
  });
});

const hook = (code: string, key = 'handler') =>
  key === 'block' ? `POST /repos/o/r/hooks\n\n{{\n  ${code}\n}}\n` : `POST /repos/o/r/hooks\n\n> {%\n  ${code}\n%}\n`;
const list = (code: string) => `GET /repos/o/r/hooks\n\n> {%\n  ${code}\n%}\n`;

describe('completion behind the body of a response', () => {
  it.each<[text: string, ...labels: string[]]>([
    [hook('response.body.<|>'), 'id', 'config', 'events', '-url.', '-length'],
    [hook('client.test("a", () => { client.assert(response.body.act<|>) });'), 'active'],
    [hook('client.global.set("a", response?.body?.config.<|>);'), 'url', 'content_type', '-id'],
    [hook('response.parsedBody.con<|>'), 'config'],
    [hook('response.json.<|>'), 'id'],
    [hook('pm.response.json().<|>'), 'id'],
    [hook('const hook = response.body;\n  hook.config.<|>'), 'url'],
    [hook('let json = pm.response.json()\n  const c = json.config\n  c.<|>'), 'url'],
    [list('response.body[0].<|>'), 'id', '-length'],
    [list('response.body[index].config.<|>'), 'url'],
    [list('response.body.<|>'), 'length', 'find', '-id'],
    [hook('response.json.<|>', 'block'), 'id'],
    [hook("response.body['config'].<|>"), 'url'],
    [list('for (const hook of response.body) { hook.config.<|> }'), 'url'],
    [list('const found = response.body.find((hook) => hook.<|>);'), 'active'],
    [list('response.body.forEach(hook => { client.log(hook.config.<|>); });'), 'url'],
    [list('const all = response.body;\n  all.filter((one) => one.act<|>ive)'), 'active'],
    [hook('const { config, events: names } = response.body;\n  config.<|>'), 'url', '-id'],
    [hook('const { config: own } = response.body;\n  own.<|>'), 'url'],
    [hook('response.headers.valueOf("<|>")'), 'etag', 'Location', '-url'],
    [hook('pm.response.headers.get("Loc<|>")'), 'Location'],
    // Of these, nothing is known.
    [list('other.find((hook) => hook.<|>);')],
    [list('response.body.reduce((hook) => hook.<|>);')],
    [hook('const { config } = other(response.body);\n  config.<|>')],
    [hook('(response) => response.body.<|>')],
    [hook('response.body.<|>', 'block')],
    [hook('response.body.unknown.<|>')],
    [hook('response.body.toString().<|>')],
    [hook('pm.response.json(1).<|>')],
    [hook('const response = other();\n  response.body.<|>')],
    [hook('const hook = make(response.body);\n  hook.<|>')],
    [hook('const hook = hook.body;\n  hook.<|>')],
    [hook('const hook = response.body + 1;\n  hook.<|>')],
    [`< {%\n  response.body.<|>\n%}\nPOST /repos/o/r/hooks\n`],
    [behind('response.body.<|>')],
  ])('%s', (text, ...labels) => {
    expectOffers(text, ...labels);
  });

  it('is described by the description', () => {
    expect(hoveredAt(hook('response.body.act<|>ive'))).toBe('active');
    expect(hoverTextAt(hook('response.body.act<|>ive'))).toContain('boolean');
    expect(hoverTextAt(hook('response.body.config.u<|>rl;'))).toContain('string');
    expect(hoverTextAt(hook('response.body.nothi<|>ng;'))).toBe('');
    expect(acceptAt(hook('response.body.act<|>;'), 'active')).toContain('response.body.active;');
  });
});

describe('hover in a script', () => {
  it.each([
    [behind('client.global.s<|>et("a", 1);'), 'set', '**`client.global.set(name, value)`** · script'],
    [behind('client.glo<|>bal.set("a", 1);'), 'global', '- `client.global.get(name)`: '],
    [behind('<|>client.log(1);'), 'client', '- `client.test(name, function)`: '],
    [behind('client.log(response.bo<|>dy.id);'), 'body', 'The value of a JSON body, or the text of another one.'],
    [block('console.log(response.bo<|>dy);'), 'body', 'The body as a text.'],
    [behind('client.global.set("ne<|>w", 1);'), 'new', 'Set by the script in line 4'],
    [behind('client.global.ne<|>w = 1;'), 'new', 'Set by the script in line 4'],
    [block('exports.ne<|>w = 1;'), 'new', 'Set by the script in line 3'],
  ])('%s', (text, about, part) => {
    expect(hoveredAt(text)).toBe(about);
    expect(hoverTextAt(text)).toContain(part);
  });

  it.each([behind('client.log(response.body.i<|>d);'), behind('const client = 1; cl<|>ient;'), behind('// cli<|>ent')])(
    'says nothing of what is not known: %s',
    (text) => {
      expect(hoverTextAt(text)).toBe('');
    },
  );
});
