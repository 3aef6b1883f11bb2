import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';

const engine = createEngine();
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };
const planOf = (command: string) => engine.plan(engine.openFile(`### title\n# @name one\n${command}\n`), 0, options);
const findingsOf = (command: string) =>
  engine.check(engine.openFile(command), options).findings.flatMap((found) => found.map(({ message }) => message));
const shown = (segments: NonNullable<ReturnType<typeof planOf>>['target']) =>
  segments.map((segment) => (typeof segment === 'string' ? segment : `{{${segment.variable}}}`)).join('');

/** What a command sends, as one text. */
function sent(command: string): string {
  const plan = planOf(command);
  if (!plan) return 'nothing';
  if (plan.problems) return plan.problems.map(({ reason }) => reason).join('\n');
  const { body } = plan;
  const content =
    body?.kind === 'text'
      ? [shown(body.segments)]
      : body?.kind === 'file'
        ? [`< ${body.path}`]
        : body
          ? [body.kind]
          : [];
  return [
    `${plan.method} ${shown(plan.target)}`,
    ...plan.headers.map(({ name, value }) => `${shown(name)}: ${shown(value)}`),
    ...content,
  ].join('\n');
}

const form = 'Content-Type: application/x-www-form-urlencoded';

describe('a curl command in a request file', () => {
  it.each([
    ['curl {{host}}/a', 'GET {{host}}/a'],
    ['curl localhost:9200/a', 'GET http://localhost:9200/a'],
    ["curl -X PUT 'http://h.example/a?b=1' \\\n  -H 'A: {{b}}'", 'PUT http://h.example/a?b=1\nA: {{b}}'],
    ["curl http://h.example/ -d a=1 -d 'b=two words'", `POST http://h.example/\n${form}\na=1&b=two words`],
    [
      'curl http://h.example/ --json \'{ "a": {{n}} }\'',
      'POST http://h.example/\nContent-Type: application/json\nAccept: application/json\n{ "a": {{n}} }',
    ],
    ['curl -G http://h.example/ --data-urlencode "q=a b"', 'GET http://h.example/?q=a+b'],
    [
      'curl -I -A me -e http://r.example -b c=d http://h.example/',
      'HEAD http://h.example/\nUser-Agent: me\nReferer: http://r.example\nCookie: c=d',
    ],
    ['curl http://h.example/ -d @body.json', `POST http://h.example/\n${form}\n< body.json`],
    [
      "curl http://h.example/ --data '# a\n?? status == 200\n### b\n'",
      `POST http://h.example/\n${form}\n# a\n?? status == 200\n### b\n`,
    ],
  ])('is sent as it is written: %s', (command, expected) => {
    expect(sent(command)).toBe(expected);
    expect(findingsOf(command).filter((message) => message.includes('curl'))).toEqual([]);
  });

  it('keeps its name, its line and its switches', () => {
    const plan = planOf('curl -k http://h.example/');
    expect(plan).toMatchObject({ name: 'one', label: 'one', line: 2, acceptsAnyCertificate: true, staysAtUrl: true });
    expect(planOf('curl -L http://h.example/')?.staysAtUrl).toBeUndefined();
  });

  it.each([
    ['curl http://h.example/ | jq .', 'jq'],
    ['curl http://h.example/ --next http://h.example/b', 'more than one request'],
    ['curl http://h.example/a http://h.example/b', 'several URLs'],
    ['curl http://h.example/ --frobnicate', '`--frobnicate` is not supported'],
    ['curl http://h.example/ -H "A: $TOKEN"', '{{$processEnv NAME}}'],
    ['curl "http://h.example/$(id)"', '$('],
    ['curl "http://h.example/`id`"', 'backticks'],
    ["curl http://h.example/ -d 'a", 'not closed'],
    ['curl -v', 'no URL'],
    ["curl -G http://h.example/ --data-urlencode 'q={{a}}'", 'would not be encoded'],
    ['curl http://h.example/ -d a --data @b', 'only one'],
    ['curl http://h.example/ > out.json', 'redirection'],
  ])('is not sent when a part of it is not understood, and the finding names it: %s', (command, cause) => {
    const [problem] = planOf(command)?.problems ?? [];
    expect(problem?.allowsSending).toBe(false);
    expect(problem?.reason).toContain(cause);
    expect(findingsOf(command).join()).toContain(cause);
  });

  it('uses its variables, which are reported when they are unknown', () => {
    const outsideNames = { variables: new Set(['host']), requests: new Set<string>(), isComplete: true };
    const context = { ...options.context, outsideNames };
    const { findings } = engine.check(engine.openFile("curl '{{host}}/{{typo}}'\n"), { ...options, context });
    expect(findings.flat().map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
      expect.stringContaining('undefined-variable: `typo`'),
    ]);
  });
});
