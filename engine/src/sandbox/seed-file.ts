import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { listOf, objectOf, optional, type Form } from './form';
import type { SandboxSeed } from './sandbox-state';
import { isRecord } from './wire';

/** What a seed file may say; each is absent unless written. */
export type SeedFile = Partial<Pick<SandboxSeed, 'repositories'>>;

const isRepositoryName: Form = (value, at) =>
  typeof value === 'string' && /^[^/\s]+\/[^/\s]+$/.test(value) ? undefined : `${at} is no owner/repo`;

const seedForms = { repositories: optional(listOf(isRepositoryName)) } satisfies Record<keyof SeedFile, Form>;

/** Reads a seed file, which is JSON with comments; tells in one sentence what is wrong with it. */
export function readSeedFile(text: string): { readonly seed: SeedFile } | { readonly cause: string } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    return { cause: `It is not JSON: ${printParseErrorCode(error.error)} in line ${line}.` };
  }
  if (!isRecord(value)) return { cause: 'It is no JSON object.' };
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(seedForms, name));
  if (unknown !== undefined) {
    return { cause: `A seed has no member ${JSON.stringify(unknown)}; it has ${Object.keys(seedForms).join(', ')}.` };
  }
  const problem = objectOf(seedForms)(value, '');
  return problem === undefined ? { seed: value } : { cause: `${problem}.` };
}
