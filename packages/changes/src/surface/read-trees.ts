import { readTree, type TextTree } from '@rulebook/description/text-tree';

/** Reads the text of a file of a description. */
export type ReadTree = (text: string, name: string) => TextTree;

/** Returns what reads equal texts once: most files of a description are the same in the next release. Trees are never changed. */
export function createTreeReader(): ReadTree {
  const [json, others] = [new Map<string, TextTree>(), new Map<string, TextTree>()];
  return (text, name) => {
    const known = /\.json$/i.test(name) ? json : others;
    const found = known.get(text) ?? readTree(text, name);
    known.set(text, found);
    return found;
  };
}
