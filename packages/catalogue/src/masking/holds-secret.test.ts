import { expect, it } from 'vitest';
import { holdsSecret } from './holds-secret';

it.each([
  ['@token = abc', true],
  ['  @api-key=abc', true],
  ['@password := abc', true],
  ['@token = {{$dotenv TOKEN}}', false],
  ['@token =', false],
  ['@index = logs', false],
  ['# @name token', false],
  ['Authorization: ApiKey abc', true],
  ['Authorization: ApiKey {{key}}', false],
  ['  "password": "abc",', true],
  ['  "password": "{{password}}",', false],
  ['GET /a?access_token=abc', true],
  ['GET https://me:abc@127.0.0.1/', true],
  ['GET /_security/user', false],
])('knows of %s whether it holds a secret', (line, expected) => {
  expect(holdsSecret(line)).toBe(expected);
});
