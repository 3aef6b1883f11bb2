import { findNodeAtLocation, parse, parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { hostSeedForms, isHostSeed, seedContradiction } from '../../services/code-hosting/sandbox/form';
import type { HostSeed } from '../../services/code-hosting/sandbox/seed';
import type { SandboxSeed } from '../sandbox-state';
import { isRecord } from '../wire';

/** The content of a seed file. */
export type SeedFile = Partial<Pick<SandboxSeed, 'host'>>;

/** Reads a seed file, which is JSON with comments; otherwise returns one sentence that says what is wrong, and in which line. */
export function readSeedFile(text: string): { readonly seed: SeedFile } | { readonly cause: string } {
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: true };
  const source = text.replace(/^\uFEFF/, ' ');
  const value: unknown = parse(source, errors, options);
  const [error] = errors;
  if (error) {
    return {
      cause: `It is not valid JSON: ${printParseErrorCode(error.error)} in line ${lineAt(source, error.offset)}.`,
    };
  }
  if (!isRecord(value)) {
    return { cause: `It must be a JSON object. Its members can be ${Object.keys(hostSeedForms).join(', ')}.` };
  }
  const problem = isHostSeed(value, '') ?? seedContradiction(value as HostSeed);
  if (problem === undefined) return { seed: { host: value as HostSeed } };
  const [place = ''] = problem.split(' ');
  const path = place.split('/').map((name) => (/^\d+$/.test(name) ? Number(name) : name));
  const tree = parseTree(source, [], options);
  const node = tree && findNodeAtLocation(tree, path);
  return { cause: `${problem}${node ? `, in line ${lineAt(source, node.offset)}` : ''}.` };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
