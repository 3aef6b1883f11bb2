import { isRecord } from '@rulebook/json/is-record';
import { nodeAt, valueOfNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import type { SandboxPart } from '../part';
import type { SandboxSeed } from '../sandbox-state';
import { only, type Form } from './form';

/** Reads a seed file, which is JSON with comments; otherwise returns one sentence that says what is wrong, and in which line. */
export function readSeedFile(
  parts: readonly SandboxPart[],
  text: string,
): { readonly seed: Partial<SandboxSeed> } | { readonly cause: string } {
  const files = parts.flatMap(({ seedFile }) => seedFile ?? []);
  const forms = Object.assign({}, ...files.map((file) => file.forms)) as Readonly<Record<string, Form>>;
  const { root, problems, isTooDeep } = readJsonTree(text);
  const [mistake] = problems;
  if (root === undefined || mistake !== undefined) {
    const line = lineAt(text, mistake?.span.start ?? 0);
    if (isTooDeep) return { cause: `It is nested too deeply in line ${line}.` };
    return { cause: `It is not valid JSON in line ${line}: ${mistake?.message ?? ''}` };
  }
  const value = valueOfNode(root);
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
  const node = nodeAt(root, path);
  return { cause: `${problem}${node ? `, in line ${lineAt(text, node.offset)}` : ''}.` };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
