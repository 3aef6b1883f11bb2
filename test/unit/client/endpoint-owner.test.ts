import { expect, it } from 'vitest';
import { isUsersOwn } from '../../../client/src/configuration/endpoint-owner';

const prod = { name: 'prod' };
const set = { prod: { service: 'shop', baseUrl: 'https://own.example' } };

it.each([
  ['in the settings of the user alone', [prod], { globalValue: set }, true],
  ['in those of the workspace', [prod], { workspaceValue: set }, false],
  ['in both', [prod], { globalValue: set, workspaceValue: set }, false],
  ['in those of a folder, too', [prod], { globalValue: set, workspaceFolderValue: set }, false],
  ['nowhere in the settings', [], undefined, false],
  ['in rulebook.json, where the setting of this name cannot be used', [], { globalValue: set }, false],
])('an endpoint that is %s', (_, ofSettings, found, expected) => {
  expect(isUsersOwn(prod, ofSettings, found)).toBe(expected);
});
