import { nameOfRequest, repeatedNames } from '@rulebook/checker/binding/request-name';
import type { Block } from '@rulebook/request-file/syntax/model';
import { readSendingDirectives } from '@rulebook/request-file/syntax/sending-directives';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { wordOfRequest } from '../plan/request-reference';

/** The requests to send, each after those that it depends on; or names that depend on each other in a circle, the first one again at the end. */
export type RequestOrder = { readonly blocks: readonly number[] } | { readonly circle: readonly string[] };

/** Says that requests depend on each other in a circle, and what to do. */
export function describeCircle(circle: readonly string[]): string {
  const names = circle.map((name) => `\`${name}\``).join(' → ');
  return `The requests depend on each other in a circle: ${names}. Change one of them.`;
}

/** What the order needs to know of a file. */
interface OrderPorts {
  readonly file: RequestFile;
  readonly parse: (block: number) => Block;
  /** Returns the names of the requests that the block's request depends on. */
  readonly dependenciesOf: (block: number) => readonly string[];
}

/** Puts the requests on which others depend in front of them. Names that no request of the file has are ignored: sending says that they are missing. */
export function orderOf(blocks: readonly number[], ports: OrderPorts): RequestOrder {
  const order: number[] = [];
  const blockNamed = createNames(ports);
  const done = new Set<number>();
  for (const wanted of blocks) {
    // Not recursive, since a chain of requests may be as long as a file.
    const open: { readonly block: number; readonly name: string; readonly needed: string[] }[] = [];
    const visit = (block: number, name: string) => {
      if (!done.has(block)) open.push({ block, name, needed: [...ports.dependenciesOf(block)].reverse() });
    };
    visit(wanted, nameOfRequest(ports.parse(wanted))?.text ?? '');
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const name = top.needed.pop();
      if (name === undefined) {
        open.pop();
        done.add(top.block);
        order.push(top.block);
        continue;
      }
      const block = blockNamed(name, top.block);
      if (block === undefined) continue;
      const first = open.findIndex((one) => one.block === block);
      if (first >= 0) return { circle: [...open.slice(first).map((one) => one.name), name] };
      visit(block, name);
    }
  }
  return { blocks: order };
}

/** Words that may be names of requests: behind `@name`, and alone in a title. */
const possibleNames =
  /@name(?:[ \t]*=)?[ \t]*([\w-]+)|^[ \t]*#{3,}[ \t]*([A-Za-z_][\w-]*)|\b(?:query|mutation|subscription)\s+([_A-Za-z]\w*)/gm;

/** Returns a function that returns the block of the request of a name: the nearest before the one that refers to it, or else the first behind it. */
function createNames({ file, parse }: OrderPorts): (name: string, from: number) => number | undefined {
  let found: Map<string, number[]> | undefined;
  const collect = () => {
    const blocks = new Map<string, number[]>();
    for (const [index, { text }] of [...file.blocks].entries()) {
      for (const [, named, titled, operation] of text.matchAll(possibleNames)) {
        const name = named ?? titled ?? operation ?? '';
        for (const one of new Set([name, wordOfRequest(name)])) {
          const known = blocks.get(one);
          if (known === undefined) blocks.set(one, [index]);
          else if (known.at(-1) !== index) known.push(index);
        }
      }
    }
    return blocks;
  };
  const blocksNamed = (name: string): readonly number[] => {
    // A block without a request may have a title nevertheless.
    const nameOf = (block: Block) => (block.request === undefined ? undefined : nameOfRequest(block)?.text);
    const possible = (found ??= collect()).get(name)?.map((block) => [block, nameOf(parse(block))] as const) ?? [];
    const named = possible.filter(([, own]) => own === name);
    // Only where no request has the name itself.
    const meant =
      named.length > 0 ? named : possible.filter(([, own]) => own !== undefined && wordOfRequest(own) === name);
    return meant.map(([block]) => block);
  };
  const repeated = (name: string) =>
    repeatedNames(name)
      .map((one) => blocksNamed(one).filter((block) => readSendingDirectives(parse(block)).repetition !== undefined))
      .find((blocks) => blocks.length > 0);
  return (name, from) => {
    const known = blocksNamed(name);
    const blocks = known.length > 0 ? known : (repeated(name) ?? []);
    return blocks.filter((block) => block < from).at(-1) ?? blocks.find((block) => block >= from);
  };
}
