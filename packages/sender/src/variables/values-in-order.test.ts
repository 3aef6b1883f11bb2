import { describe, expect, it } from 'vitest';
import { createFiller } from './resolve-variables';
import { ofOneRequest, type SystemPorts } from './system-variables';
import { definitionLayer, layerOf, resolveIn } from './variable-layers';
import { segmentsOf } from '../plan/segments';

let guids = 0;
const system: SystemPorts = {
  now: () => 1_000_000 * ++guids,
  guid: () => `g${++guids}`,
  random: () => 0,
  environment: () => undefined,
};

const file = `@id = 1
@url = /p/{{id}}
GET {{url}}

###
@id = 2
GET {{url}}?{{id}}

@id = 3

###
GET /c?{{id}}&{{late}}

### behind all requests
@late = 9
`;
const lineOf = (part: string) => file.slice(0, file.indexOf(part)).split('\n').length - 1;

function filled(text: string, line?: number, source = file, environment: Readonly<Record<string, string>> = {}) {
  const layers = [
    definitionLayer(source),
    layerOf(new Map(Object.entries(environment)), { kind: 'environment', environment: 'dev', place: 'x' }),
  ];
  const filler = createFiller(resolveIn(layers, line), system);
  const result = filler.fill(segmentsOf(text));
  return filler.problem ?? (filler.unresolved.length > 0 ? filler.unresolved : result);
}

describe('several definitions of a name', () => {
  it.each([
    ['the first request has the one above it', '{{id}}', lineOf('GET {{url}}\n'), '1'],
    ['the second one has its own, and not the one below its request line', '{{id}}', lineOf('GET {{url}}?'), '2'],
    ['the third one has the last one above it', '{{id}}', lineOf('GET /c'), '3'],
    ['a value means what is above its definition', '{{url}}', lineOf('GET /c'), '/p/1'],
    ['what is defined only below counts for all', '{{late}}', 0, '9'],
    ['without a place the last one counts', '{{id}}', undefined, '3'],
  ])('%s', (_, text, line, expected) => {
    expect(filled(text, line)).toBe(expected);
  });

  it('takes what is above or outside, in a value of the same name', () => {
    const base = '@base = http://a\n@base = {{base}}/v2\nGET {{base}}\n';
    expect(filled('{{base}}', 2, base)).toBe('http://a/v2');
    expect(filled('{{e}}', 1, '@e={{e}}\nGET /{{e}}\n', { e: 'bar' })).toBe('bar');
    expect(filled('{{e}}', 1, '@e={{e}}\nGET /{{e}}\n')).toEqual(['e']);
    expect(filled('{{a}}', 2, '@a={{b}}\n@b={{a}}\nGET /{{a}}\n')).toContain('in a circle: `a` → `b` → `a`');
  });

  it('takes what is outside, in a value that was given for a run', () => {
    const given = layerOf(new Map([['e', 'x-{{e}}']]), { kind: 'option' });
    const filler = createFiller(resolveIn([given, definitionLayer('@e = 1\n')]), system);
    expect(filler.fill(segmentsOf('{{e}}'))).toBe('x-1');
  });
});

describe('one request', () => {
  it('has one value of a variable with a system variable, and one time', () => {
    const source = '@u = {{$guid}}\n@v = {{u}}-{{$guid}}\n';
    const [first, second, third] = String(filled('{{u}} {{u}} {{v}}', 1, source)).split(' ');
    expect(first).toBe(second);
    expect(third).toMatch(new RegExp(`^${first ?? ''}-g\\d+$`));
    expect(filled('{{$guid}} {{$guid}}')).toMatch(/^(g\d+) (?!\1$)/);
    expect(filled('{{$timestamp}} {{$timestamp}}')).toMatch(/^(\d+) \1$/);
  });

  it('has the same values in its asserts, and another request has others', () => {
    const resolve = resolveIn([definitionLayer('@u = {{$guid}}\n')], 1);
    const one = ofOneRequest(system);
    const fill = (ports: SystemPorts) => createFiller(resolve, ports).fill(segmentsOf('{{u}}'));
    expect(fill(one)).toBe(fill(one));
    expect(fill(one)).not.toBe(fill(ofOneRequest(system)));
  });
});

it('keeps all that system variables are computed from in one request', () => {
  const nothing = () => undefined;
  const whole: SystemPorts = {
    ...{ now: () => 0, guid: () => '', random: () => 0, environment: () => undefined, dotenv: nothing },
    ...{ secret: () => undefined, localOffset: () => 0, standIn: () => undefined },
  };
  expect(ofOneRequest(whole)).toEqual({ ...whole, drawn: { values: new Map() } });
});
