import type { RequestPlan } from '@rulebook/sender/plan/plan';
import { describe, expect, it } from 'vitest';
import { exportedSteps } from './exported-steps';

const plan = (name: string | undefined, dependsOn: readonly string[] = []): RequestPlan => ({
  ...{ method: 'GET', target: ['/a'], isAbsolute: false, headers: [], label: name ?? 'GET /a', variables: [] },
  ...{ errors: 0, isUnsafe: false, dependsOn, ...(name !== undefined && { name }) },
});
const namesOf = (files: readonly (readonly RequestPlan[])[], wanted?: readonly string[]) =>
  exportedSteps(files, wanted).steps.map(({ name }) => name);

describe('the steps of an exported workflow', () => {
  it('are the requests of the file, each with its own name', () => {
    expect(namesOf([[plan('a'), plan(undefined), plan(undefined)]])).toEqual(['a', 'GET-a', 'GET-a-3']);
  });

  it('begin with the requests of imported files whose responses are used', () => {
    const files = [[plan('read', ['login'])], [plan('login', ['key']), plan('other')], [plan('key')]];
    expect(namesOf(files)).toEqual(['key', 'login', 'read']);
    expect(exportedSteps(files, undefined).notes).toEqual([]);
  });

  it('are those of a sequence, which may be in imported files', () => {
    const files = [[plan('a'), plan('b')], [plan('login')]];
    expect(namesOf(files, ['login', 'b'])).toEqual(['login', 'b']);
    expect(exportedSteps(files, ['b', 'none']).notes).toEqual([
      'the request none of the sequence is left out, because neither the file nor those that it imports have it',
    ]);
  });

  it('say which request is not there, and end where requests use each other', () => {
    expect(namesOf([[plan('a', ['b']), plan('b', ['a'])]])).toEqual(['b', 'a']);
    expect(exportedSteps([[plan('a', ['gone'])]], undefined).notes).toEqual([
      'what a takes from gone becomes an input, because neither the file nor those that it imports have a request of that name',
    ]);
  });
});
