import { expect, it } from 'vitest';
import { credentialFieldOf, useOfCredential } from './authentication';
import type { Authentication } from '@rulebook/checker/binding/authentication';
import type { PlannedCredential } from './plan';

const header: PlannedCredential = { kind: 'header', name: 'X-Key' };

it.each<[authentication: Authentication | undefined, credential: string, field: string, value: string]>([
  [undefined, 'abc', 'Authorization', 'ApiKey abc'],
  [undefined, 'Bearer abc', 'Authorization', 'Bearer abc'],
  [undefined, 'basic abc', 'Authorization', 'basic abc'],
  [undefined, 'Other abc', 'Authorization', 'ApiKey Other abc'],
  [{ type: 'none' }, 'abc', 'Authorization', 'ApiKey abc'],
  [{ type: 'bearer' }, 'abc', 'Authorization', 'Bearer abc'],
  [{ type: 'oauth2' } as Authentication, 'abc', 'Authorization', 'Bearer abc'],
  [{ type: 'api-key' }, 'abc', 'Authorization', 'ApiKey abc'],
  [{ type: 'api-key', field: 'X-Other' }, 'Bearer abc', 'X-Other', 'Bearer abc'],
  [{ type: 'basic' }, 'me:pw', 'Authorization', 'Basic me:pw'],
  [{ type: 'basic', user: 'me' }, 'pw', 'Authorization', 'Basic me:pw'],
  [{ type: 'basic', user: 'me' }, 'Basic bWU6cHc=', 'Authorization', 'Basic bWU6cHc='],
  [{ type: 'basic', user: 'me' }, 'my Basic word', 'Authorization', 'Basic me:my Basic word'],
])('with %j sends %s as %s: %s', (authentication, credential, name, value) => {
  expect(useOfCredential(credential, authentication, { scheme: 'ApiKey' })).toEqual({ kind: 'field', name, value });
});

it('sends a credential as the operation says, unless the endpoint says it', () => {
  const use = (authentication?: Authentication) => useOfCredential('abc', authentication, { credential: header });
  expect(use()).toEqual({ kind: 'field', name: 'X-Key', value: 'abc' });
  expect(use({ type: 'none' })).toEqual({ kind: 'field', name: 'X-Key', value: 'abc' });
  expect(use({ type: 'bearer' })).toEqual({ kind: 'field', name: 'Authorization', value: 'Bearer abc' });
  expect(useOfCredential('abc', undefined, {})).toEqual({ kind: 'field', name: 'Authorization', value: 'Bearer abc' });
});

it('keeps user and password for a challenge', () => {
  expect(useOfCredential('pw', { type: 'digest', user: 'me' }, {})).toEqual({
    kind: 'digest',
    user: 'me',
    password: 'pw',
  });
  expect(useOfCredential('pw', { type: 'digest' }, {})).toEqual({ kind: 'digest', user: '', password: 'pw' });
});

it.each<
  [authentication: Authentication | undefined, planned: PlannedCredential | undefined, field: string | undefined]
>([
  [undefined, header, 'X-Key'],
  [undefined, { kind: 'none' }, undefined],
  [undefined, undefined, undefined],
  [{ type: 'bearer' }, header, undefined],
  [{ type: 'api-key' }, header, undefined],
  [{ type: 'api-key', field: 'X-Other' }, header, 'X-Other'],
])('of %j and %j says that the field with the credential is %s', (authentication, planned, field) => {
  expect(credentialFieldOf(authentication, planned)).toBe(field);
});
