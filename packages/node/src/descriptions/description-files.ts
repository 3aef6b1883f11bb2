import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { OwnDescriptionSource } from '@rulebook/description';
import type { DescriptionForm } from '@rulebook/services';
import { pathInside, readBytes } from '../files/files';

/** A description that `rulebook.json` names. */
export interface DescriptionRequest {
  /** The folder of `rulebook.json`, outside of which nothing is read. */
  readonly root: string;
  /** The path of the description from there; of a JSON Schema, with a JSON pointer behind `#` where only a part of it is meant. */
  readonly description: string;
  /** The paths of its overlays from there. */
  readonly overlays?: readonly string[];
  /** Absent: it describes a service. */
  readonly form?: DescriptionForm | undefined;
}

/** Returns the absolute path of a description. */
export function pathOfDescription(request: DescriptionRequest): string {
  return resolve(request.root, partsOfDescription(request).file);
}

/** Returns the path as written, and the pointer of a JSON Schema behind it. */
function partsOfDescription({ description, form }: DescriptionRequest): {
  readonly file: string;
  readonly pointer?: string;
} {
  const at = form === 'json-schema' ? description.indexOf('#') : -1;
  return at < 0 ? { file: description } : { file: description.slice(0, at), pointer: description.slice(at + 1) };
}

/** A file that a description was compiled from. */
export interface UsedFile {
  readonly path: string;
  /** Of its content; absent for a file that could not be read. */
  readonly hash?: string;
  /** What the system says of it, which changes with its content. Absent if it had just been written, when a further change might not show. */
  readonly state?: string;
}

/** A file that has not changed for so long has another time after its next change, in milliseconds. */
const settled = 2_000;

/** The largest file of a description, in bytes. The largest published ones have about 12 million. */
export const largestFile = 32_000_000;
/** The most that a description may have in all. */
const most = { files: 5_000, bytes: 128_000_000 };

/** The files of one description, which are read when they are asked for. */
export class DescriptionFiles {
  readonly #request: DescriptionRequest;
  readonly #used = new Map<string, UsedFile>();
  #bytes = 0;

  constructor(request: DescriptionRequest) {
    this.#request = request;
  }

  /** The absolute path of the description itself. */
  get path(): string {
    return pathOfDescription(this.#request);
  }

  /** All files that were asked for, with those that do not exist. */
  get used(): readonly UsedFile[] {
    return [...this.#used.values()];
  }

  /** Returns the description, or half a sentence that says why it cannot be read. */
  open(): OwnDescriptionSource | { readonly cause: string } {
    const content = this.#read(this.path);
    if ('cause' in content) return content;
    const folder = dirname(this.path);
    const overlays = (this.#request.overlays ?? []).map((overlay) => {
      const absolute = resolve(this.#request.root, overlay);
      return { file: relative(folder, absolute).split(sep).join('/'), ...this.#read(absolute) };
    });
    return {
      name: basename(this.path),
      text: content.text,
      read: (path) => this.#read(resolve(folder, path)),
      overlays,
      form: this.#request.form,
      pointer: partsOfDescription(this.#request).pointer,
    };
  }

  #read(path: string): { readonly text: string } | { readonly cause: string } {
    const inside = pathInside(path, [this.#request.root]);
    if (inside === undefined) {
      this.#used.set(path, { path });
      const content = readBytes(path, 0);
      return { cause: 'isMissing' in content ? content.cause : 'it is outside the folder of `rulebook.json`' };
    }
    if (this.#used.size >= most.files) return { cause: `the description has more than ${most.files} files` };
    // Before it is read: a change meanwhile must not count as known.
    const state = stateOf(inside);
    const content = readBytes(inside, largestFile);
    if ('cause' in content) {
      this.#used.set(path, { path });
      return { cause: content.cause === 'it is too large' ? tooLarge : content.cause };
    }
    this.#bytes += content.bytes.length;
    this.#used.set(path, { path, hash: hashOf(content.bytes), ...(state !== undefined && { state }) });
    if (this.#bytes > most.bytes)
      return { cause: `the files of the description have more than ${millions(most.bytes)}` };
    return { text: content.bytes.toString('utf8') };
  }
}

/** Returns whether the files still have the content that they had, or are still missing. */
export function areUnchanged(files: readonly UsedFile[], root: string): boolean {
  return files.every(({ path, hash, state }) => {
    if (state !== undefined && state === stateOf(path)) return true;
    const inside = pathInside(path, [root]);
    if (hash === undefined || inside === undefined) return hash === undefined && inside === undefined;
    const content = readBytes(inside, largestFile);
    return 'bytes' in content && hashOf(content.bytes) === hash;
  });
}

function stateOf(path: string): string | undefined {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(path);
    return Date.now() - Math.max(mtimeMs, ctimeMs) < settled ? undefined : `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch {
    return undefined;
  }
}

/** Returns what stands for a content. */
export function hashOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

const tooLarge = `it is larger than ${millions(largestFile)}; split it over several files`;

function millions(bytes: number): string {
  return `${bytes / 1_000_000} million bytes`;
}
