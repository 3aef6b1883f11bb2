import { describe, expect, it } from 'vitest';
import type { RequestPlan, Segment } from '../plan/plan';
import { createNamedResponses } from '../variables/index';
import type { SystemPorts } from '../variables/system-variables';
import { problemOfSecretHost } from './secret-host';

/** Reads a text in which each variable is in braces. */
const segmentsOf = (text: string): readonly Segment[] =>
  text
    .split(/(\{\{.*?\}\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (piece.startsWith('{{') ? { variable: piece.slice(2, -2) } : piece));

const definitions: Readonly<Record<string, string>> = {
  host: '{{$secret op://vault/host}}.example',
  field: 'Host',
};

/** Returns the secret that would be a host of a request; its header fields are name and value. */
function secretIn(target: string, fields: readonly string[] = [], more: Partial<SystemPorts> = {}): string | undefined {
  const headers = fields.map((field) => {
    const [name = '', value = ''] = field.split(/: /);
    return { name: segmentsOf(name), value: segmentsOf(value) };
  });
  const plan = { target: segmentsOf(target), headers } as unknown as RequestPlan;
  const system: SystemPorts = {
    ...{ now: () => 0, guid: () => 'guid', random: () => 0, environment: () => undefined },
    secret: () => 'kept',
    ...more,
  };
  const resolve = (name: string) => {
    const value = definitions[name];
    return value === undefined ? undefined : { value, isSecret: false };
  };
  const refusal = problemOfSecretHost(plan, { resolve, system, answers: createNamedResponses() });
  return refusal && /^the secret (\S+) is in the host of the URL/.exec(refusal.cause)?.[1];
}

const secret = (name: string) => `{{$secret op://vault/${name}}}`;

describe('a reference to a secret', () => {
  it.each<[target: string, fields: readonly string[]]>([
    [`https://${secret('host')}/a`, []],
    [`https://x.example:${secret('host')}`, []],
    [` ${secret('host')}/a`, []],
    [`https://ada:${secret('user')}@${secret('host')}/a`, []],
    [`https:\\\\${secret('host')}\\a`, []],
    ['https://{{host}}/a', []],
    ['/a', [`Host: ${secret('host')}`]],
    ['/a', [`hOST : ${secret('host')}`]],
    ['/a', [`:authority: ${secret('host')}`]],
    ['/a', ['Accept: a', 'Host: {{host}}']],
    ['/a', [`{{field}}: ${secret('host')}`]],
    [`/${secret('a')}?b=${secret('b')}`, [`Host: ${secret('host')}`]],
    [`https://x.example/${secret('a')}`, [`X-Key: ${secret('b')}`, `Host: ${secret('host')}`]],
  ])('is the host of %s with %j', (target, fields) => {
    expect(secretIn(target, fields)).toBe('op://vault/host');
  });

  it.each<[target: string, fields: readonly string[]]>([
    ['https://x.example/a', []],
    ['https://x.example/a', ['Host: x.example', `X-Host: ${secret('a')}`]],
    [`https://x.example/${secret('a')}?b=${secret('b')}#${secret('c')}`, []],
    [`https://x.example?${secret('a')}`, []],
    [`https://x.example#${secret('a')}`, []],
    [`https://ada:${secret('a')}@x.example/a@b`, [`X-Key: ${secret('b')}`]],
    ['https://{{$guid}}.x.example/{{$timestamp}}', []],
    // The ways for which it is kept decide.
    ['{{$secret hub}}', []],
    ['/a', ['Host: {{$secret hub}}']],
    [`https://{{$secret hub}}/${secret('a')}`, []],
  ])('is not the host of %s with %j', (target, fields) => {
    expect(secretIn(target, fields)).toBeUndefined();
  });

  it('is found where something else stands for other variables', () => {
    const standIn = (name: string) => (name === 'shown' ? 'x.example' : undefined);
    expect(secretIn(`https://{{shown}}/${secret('a')}`, [], { standIn })).toBeUndefined();
    expect(secretIn(`https://{{$guid}}${secret('host')}/a`, [], { standIn })).toBe('op://vault/host');
  });
});
