import { endOfPlaceholder } from '@rulebook/text/placeholder-end';
import { expressionOf } from '@rulebook/text/expressions';

/** The part of a target in front of its path. */
interface OriginPart {
  /** The number of characters that name the host; 0 when the target is a path. */
  readonly length: number;
  /** The first word may be a host or the first segment of a path. */
  readonly isAmbiguous: boolean;
}

const isPath: OriginPart = { length: 0, isAmbiguous: false };

/**
 * Determines where the host of a target ends. A host is: anything with a scheme, also a variable in its place; variables alone; `localhost`, an address, or a name with a
 * port; a name with dots that ends like a host name. Any other word is the first segment of a path, as in the Console:
 * `logs-2024.01.01/_search`, `my.index/_search`. A word that may be both is ambiguous and read as a path.
 */
export function readOrigin(target: string): OriginPart {
  if (target.startsWith('/')) return isPath;
  const scheme = /^(?:[A-Za-z][A-Za-z0-9+.-]*|\{\{[^{}]*\}\}):\/\//.exec(target)?.[0].length;
  const end = endOfAuthority(target, scheme ?? 0);
  if (scheme !== undefined) return { length: end, isAmbiguous: false };
  const word = target.slice(0, end);
  if (word === '') return isPath;
  if (/^(?:\{\{[^{}]*\}\})+$/.test(word)) return { length: end, isAmbiguous: false };
  const shape = shapeOf(word.replace(/\{\{[^{}]*\}\}/g, 'x'), nextSegment(target, end));
  return { length: shape === 'host' ? end : 0, isAmbiguous: shape === 'ambiguous' };
}

/** Returns whether a word in front of a path is certainly a host: `localhost:9200`, `10.0.0.1`, `www.example.com`. */
export function isHost(word: string): boolean {
  return shapeOf(word, undefined) === 'host';
}

function endOfAuthority(target: string, from: number): number {
  for (let at = from; ;) {
    endOrPlaceholder.lastIndex = at;
    const found = endOrPlaceholder.exec(target);
    if (found === null) return target.length;
    if (found[0] !== '{{') return found.index;
    const end = endOfPlaceholder(target, found.index + 2);
    at = end > 0 ? end : found.index + 1;
  }
}

/** What ends an authority, or may begin a placeholder in it. */
const endOrPlaceholder = /[/?#\s]|\{\{/g;

function nextSegment(target: string, at: number): string | undefined {
  return target[at] === '/' && at + 1 < target.length ? target.slice(at + 1, at + 2) : undefined;
}

const label = String.raw`[A-Za-z0-9](?:[\w-]*[A-Za-z0-9])?`;
const hostName = expressionOf(String.raw`^${label}(?:\.${label})*$`);
/** Last parts of names that only hosts have. */
const certainEnds = new Set(['com', 'org', 'net', 'io', 'edu', 'gov', 'mil']);
/** Last parts of names that hosts often have, and indices, too. */
const likelyEnds = new Set(
  'dev info biz app cloud local localdomain internal lan home corp test example invalid localhost'.split(' '),
);

/** `next` is the first character of the following segment; absent when there is none. */
function shapeOf(written: string, next: string | undefined): 'host' | 'path' | 'ambiguous' {
  const word = written.slice(written.lastIndexOf('@') + 1);
  if (/^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/.test(word)) return 'host';
  const port = /:\d{1,5}$/.exec(word)?.[0] ?? '';
  const name = word.slice(0, word.length - port.length);
  if (!hostName.test(name)) return 'path';
  if (port !== '' || name.toLowerCase() === 'localhost' || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name)) return 'host';
  const labels = name.toLowerCase().split('.');
  const last = labels.at(-1) ?? '';
  if (labels.length < 2 || !/^[a-z]{2,}$/.test(last)) return 'path';
  if (labels[0] === 'www') return 'host';
  const isCommand = next === '_';
  if (certainEnds.has(last)) return isCommand ? 'ambiguous' : 'host';
  if (likelyEnds.has(last) || last.length === 2) return next === undefined || isCommand ? 'ambiguous' : 'host';
  return next === undefined || isCommand ? 'path' : 'ambiguous';
}
