import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exportOpenApi, type Common } from '../../tools/oracle/export-openapi.mjs';
import { serviceOf } from './played/library';

interface Settings {
  readonly services: readonly { readonly name: string; readonly description?: string; readonly exported?: Common }[];
  readonly listed: readonly {
    readonly services: readonly string[];
    readonly check: string;
    readonly operations?: readonly string[];
    readonly reason: string;
  }[];
}

const settings = JSON.parse(readFileSync(join(import.meta.dirname, '../oracle/fuzzer.json'), 'utf8')) as Settings;

it('gives a reason for each finding of the fuzzer that stays', () => {
  const names = settings.services.map(({ name }) => name);
  for (const { services, check, operations, reason } of settings.listed) {
    expect(names).toEqual(expect.arrayContaining([...services]));
    expect(check).toMatch(/^[a-z]+(?:_[a-z]+)+$/);
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
    expect(operations?.every((one) => /^(?:[A-Z]+ \/|\*)/.test(one)) ?? true).toBe(true);
  }
});

it.each(settings.services.flatMap(({ name, exported }) => (exported === undefined ? [] : [{ name, exported }])))(
  'writes what is documented of $name as OpenAPI, all but lines of JSON',
  async ({ name, exported }) => {
    const { document, left } = await exportOpenApi(name, exported);
    const { operations } = serviceOf(document, name);
    expect(operations.length).toBeGreaterThan(25);
    expect(left.filter((one) => !/_(?:bulk|msearch)$/.test(one))).toEqual([]);
    for (const { responses } of operations) {
      expect(responses.some(({ status }) => status >= 200 && status < 400)).toBe(true);
      expect(responses.some(({ status, lastStatus }) => status === 400 && lastStatus === 499)).toBe(true);
    }
  },
);
