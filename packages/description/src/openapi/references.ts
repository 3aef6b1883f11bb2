import { perObject } from '@rulebook/text/structures/memo';
import { decodePart } from '@rulebook/text/decode';
import { keysOfPointer } from '@rulebook/text/pointer';
import { childOf, itemsAt, memberOfObject, membersAt, topOf, type Place } from './place';
import type { ProblemList } from './problems';

/** What is read of a file that a description refers to: its tree, or why it cannot be read. */
export type ReadFile = { readonly tree: unknown } | { readonly cause: string };

/**
 * Returns a file of a description by its path from the description's folder, for example `models/pet.yaml` or `../common/error.yaml`;
 * undefined if there is none. It decides which folders may be read.
 */
export type ReadDescriptionFile = (path: string) => ReadFile | undefined;

/** Longer chains of references are not followed. */
const longestChain = 100;

/** Anchors are searched in this many values of a file. */
const maxValues = 2_000_000;

/** Follows `$ref` in a description and over its files. Nothing is fetched. */
export class ReferenceReader {
  readonly #files = new Map<string, Place | undefined>();
  readonly #anchorsIn = perObject(anchorsIn);
  readonly #targets = new Map<unknown, Place | undefined>();
  readonly #inProgress = new Set<unknown>();
  readonly #name: string;
  readonly #read: ReadDescriptionFile;
  readonly #problems: ProblemList;

  /** `name` is the file name of the description itself. */
  constructor(root: unknown, name: string, read: ReadDescriptionFile, problems: ProblemList) {
    this.#files.set('', topOf('', root));
    this.#name = name;
    this.#read = read;
    this.#problems = problems;
  }

  /**
   * Returns what a place refers to, over all references in between; the place itself if it does not refer to anything; undefined, with a
   * problem, if that cannot be found.
   */
  resolved(place: Place): Place | undefined {
    let current = place;
    const seen = new Set<unknown>();
    while (isReference(current.value)) {
      if (seen.has(current.value) || seen.size > longestChain) return this.#endless(place);
      seen.add(current.value);
      const target = this.target(current);
      if (target === undefined) return undefined;
      current = target;
    }
    return current;
  }

  /** Returns what the `$ref` of a place names, which may be another reference; undefined, with a problem, if it cannot be found. */
  target(place: Place): Place | undefined {
    const { value } = place;
    if (this.#inProgress.has(value)) return this.#endless(place);
    // The way to a target may lead over other references, so that each is followed only once.
    if (this.#targets.has(value)) return this.#targets.get(value);
    this.#inProgress.add(value);
    const found = this.#targetOf(place);
    this.#inProgress.delete(value);
    this.#targets.set(value, found);
    return found;
  }

  #endless(place: Place): undefined {
    this.#problems.unread('error', 'This `$ref` leads to itself.', place);
    return undefined;
  }

  #targetOf(place: Place): Place | undefined {
    const at = childOf(place, '$ref') ?? place;
    const reference = String(memberOfObject(place.value, '$ref'));
    const [, address = '', fragment = ''] = /^([^#]*)#?(.*)$/s.exec(reference) ?? [];
    if (/^([a-z][a-z\d+.-]+:|\/\/)/i.test(address)) {
      this.#problems.unread(
        'warning',
        `\`${shownReference(reference)}\` is a URL. Nothing is fetched from the network, so what it names is not checked. Save the file in this folder and refer to its path.`,
        at,
      );
      return undefined;
    }
    const file = address === '' ? place.file : this.#pathFrom(place.file, address);
    const top = this.#file(file, at);
    if (top === undefined) return undefined;
    const found = this.#below(top, fragment);
    const where = file === '' ? '' : ` in \`${file}\``;
    if (!found) this.#problems.unread('error', `\`${shownReference(reference)}\` does not exist${where}.`, at);
    return found;
  }

  #file(path: string, at: Place): Place | undefined {
    if (!this.#files.has(path)) this.#files.set(path, this.#opened(path, at));
    return this.#files.get(path);
  }

  #opened(path: string, at: Place): Place | undefined {
    const read = this.#read(path);
    if (read !== undefined && 'tree' in read) return topOf(path, read.tree);
    const cause = read === undefined ? '' : `: ${read.cause.replace(/\.$/, '')}`;
    this.#problems.unread('error', `The file \`${shownReference(path)}\` cannot be read${cause}.`, at);
    return undefined;
  }

  #pathFrom(file: string, address: string): string {
    const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '';
    const path = normalised(`${folder}/${decodePart(address)}`);
    return path === this.#name ? '' : path;
  }

  #below(top: Place, fragment: string): Place | undefined {
    if (fragment === '' || fragment === '/') return top;
    const pointer = decodePart(fragment);
    if (!pointer.startsWith('/')) return this.#anchorsIn(top).get(pointer);
    let current: Place | undefined = top;
    for (const key of keysOfPointer(pointer)) {
      if (current !== undefined && isReference(current.value)) {
        // What is behind a reference belongs to its target.
        const behind = this.resolved(current);
        if (behind !== undefined) current = behind;
      }
      current = current && childOf(current, key);
    }
    return current;
  }
}

function anchorsIn(file: Place): ReadonlyMap<string, Place> {
  const anchors = new Map<string, Place>();
  const seen = new Set<unknown>();
  const open: Place[] = [file];
  for (let place = open.pop(); place !== undefined && seen.size < maxValues; place = open.pop()) {
    const { value } = place;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = memberOfObject(value, keyword);
      if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, place);
    }
    for (const child of [...membersAt(place), ...itemsAt(place)]) open.push(child);
  }
  return anchors;
}

/** Returns whether a value is an object with a `$ref`. */
export function isReference(value: unknown): boolean {
  return typeof memberOfObject(value, '$ref') === 'string';
}

/** Returns a path without `.` and with `..` only in front. */
function normalised(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

function shownReference(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
