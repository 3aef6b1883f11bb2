import { expect, it } from 'vitest';
import { neutralHeaderName, vendorHeaderName } from '../../../packages/checker/src/binding/vendor-name';
import { codeHosting } from '../../../services/code-hosting/identity';

const { vendorNames } = codeHosting;

it.each([
  ['X-GitHub-Event', 'X-Vendor-Event'],
  ['x-gitea-delivery', 'X-Vendor-delivery'],
  ['X-GitHub-Hook-ID', 'X-Vendor-Hook-ID'],
  ['X-GitHub-Api-Version', 'X-Vendor-Api-Version'],
  ['X-Hub-Signature-256', 'X-Hub-Signature-256'],
  ['X-Hub-Event', 'X-Hub-Event'],
  ['X-Hub-Hook-ID', 'X-Hub-Hook-ID'],
  ['X-Hubert-Event', 'X-Vendor-Event'],
  ['X-GitHub-Eventful', 'X-GitHub-Eventful'],
  ['X-Request-Id', 'X-Request-Id'],
])('takes the vendor out of %s', (name, neutral) => {
  expect(neutralHeaderName(name, vendorNames)).toBe(neutral);
});

it.each([
  ['github', 'X-GitHub-Event'],
  ['acme', 'X-acme-Event'],
  ['vendor', 'X-Vendor-Event'],
  [undefined, 'X-Vendor-Event'],
])('writes the vendor %s', (vendor, name) => {
  expect(vendorHeaderName('X-Vendor-Event', vendor, vendorNames)).toBe(name);
});

it('leaves the names of a service alone that has none of its vendors', () => {
  expect(neutralHeaderName('X-GitHub-Event', undefined)).toBe('X-GitHub-Event');
  expect(vendorHeaderName('X-Vendor-Event', 'github', undefined)).toBe('X-Vendor-Event');
});
