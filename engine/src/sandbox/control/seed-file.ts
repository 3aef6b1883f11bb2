import { findNodeAtLocation, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { isTooDeep, parseTree, parseValue } from '../../text/json-tree';
import type { SandboxPart } from '../part';
import type { SandboxSeed } from '../sandbox-state';
import { only, type Form } from './form';
import { isRecord } from '../wire';

/** Reads a seed file, which is JSON with comments; otherwise returns one sentence that says what is wrong, and in which line. */
export function readSeedFile(
  parts: readonly SandboxPart[],
  text: string,
): { readonly seed: Partial<SandboxSeed> } | { readonly cause: string } {
  const files = parts.flatMap(({ seedFile }) => seedFile ?? []);
  const forms = Object.assign({}, ...files.map((file) => file.forms)) as Readonly<Record<string, Form>>;
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: true };
  const source = text.replace(/^\uFEFF/, ' ');
  const value: unknown = parseValue(source, errors, options);
  const [error] = errors;
  if (error && isTooDeep(error)) return { cause: `It is nested too deeply in line ${lineAt(source, error.offset)}.` };
  if (error) {
    return {
      cause: `It is not valid JSON: ${printParseErrorCode(error.error)} in line ${lineAt(source, error.offset)}.`,
    };
  }
  if (!isRecord(value)) {
    return { cause: `It must be a JSON object. Its members can be ${Object.keys(forms).join(', ')}.` };
  }
  const ownMembers = files.map((file) =>
    Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(file.forms, name))),
  );
  const contradiction = (): string | undefined => {
    for (const [index, file] of files.entries()) {
      const found = file.contradiction(ownMembers[index] ?? {});
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const problem = only(forms)(value, '') ?? contradiction();
  if (problem === undefined) {
    const seeds = files.map((file, index) => file.seedOf(ownMembers[index] ?? {}));
    return { seed: Object.assign({}, ...seeds) as Partial<SandboxSeed> };
  }
  const [place = ''] = problem.split(' ');
  const path = place.split('/').map((name) => (/^\d+$/.test(name) ? Number(name) : name));
  const tree = parseTree(source, [], options);
  const node = tree && findNodeAtLocation(tree, path);
  return { cause: `${problem}${node ? `, in line ${lineAt(source, node.offset)}` : ''}.` };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
