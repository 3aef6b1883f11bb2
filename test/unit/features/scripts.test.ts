import { describe, expect, it } from 'vitest';
import { noEnvironments } from '../../../engine/src/environments/index';
import { completionsAt, hoverTextAt, openMarked, testEngine } from './check-feature';

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
      'when the request `POST /in` is sent',
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
