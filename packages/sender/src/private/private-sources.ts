import { environmentFileKind } from '@rulebook/request-file/environments/environment-file-kind';
import { originOf } from './ways';

/** Where a private value comes from. It stays with the value until it is decided whether it may go where the request goes. */
export type PrivateSource =
  /** The environment of the process. */
  | { readonly kind: 'process'; readonly name: string }
  /** A secret that is kept outside of files, for ways that are kept with it. */
  | { readonly kind: 'secret'; readonly name: string }
  /** A private file: `.env`, a private environment, or a file of this kind as a body. */
  | PrivateFile
  /** The credential of an endpoint, in an earlier request that a variable refers to. */
  | { readonly kind: 'credential'; readonly endpoint: string; readonly way: string };

/** A file whose values are private. */
export interface PrivateFile {
  readonly kind: 'file';
  /** Its path or its URI behind links, which says whose it is. */
  readonly path: string;
  /** How it is named in messages. */
  readonly place: string;
  /** The origins and hosts that it names itself, or that are in the same environment. */
  readonly named: readonly string[];
}

/** A private value that a request carries. */
export interface PrivateUse {
  readonly source: PrivateSource;
  /** The name of the variable; absent for a whole file. */
  readonly name?: string;
  /** The value itself; absent for a whole file. It exists between here and the decision only. */
  readonly value?: string;
  /** It need not be in the request: a script has read it, so that it may have decided what is sent. */
  readonly isCarried?: true;
}

/** Returns whether the name of a file says that its values are private, also where the system does not distinguish case. */
export function isPrivateFile(path: string): boolean {
  const name = plainFileName(path.replace(/^.*[/\\]/s, '')).toLowerCase();
  return environmentFileKind(name)?.isPrivate === true || /\.private\./.test(name);
}

/** Returns the name of a file without what Windows leaves out: dots and blanks at its end, and the name of a stream. */
export function plainFileName(name: string): string {
  return name.replace(/:[^]*$/, '').replace(/(?<![. ])[. ]+$/, '');
}

/** Returns the key under which it is remembered where values of a source may go. */
export function keyOfSource(source: PrivateSource): string {
  switch (source.kind) {
    case 'process':
      return `environment variable ${source.name}`;
    case 'secret':
      return `secret ${source.name}`;
    case 'file':
      return `file ${source.path}`;
    case 'credential':
      return `credential ${source.endpoint}\n${source.way}`;
  }
}

/** Returns a source in words, for a message. */
export function describePrivateSource(source: PrivateSource): string {
  switch (source.kind) {
    case 'process':
      return `the environment variable ${source.name}`;
    case 'secret':
      return `the secret ${source.name}`;
    case 'file':
      return `what is in ${source.place}`;
    case 'credential':
      return `the credential of ${source.endpoint}`;
  }
}

/** Returns the place that a value names: an origin, or a host behind two slashes; undefined for any other value. */
export function namedPlaceOf(value: string): string | undefined {
  const text = value.trim();
  if (/^https?:\/\/[^\s/?#]/i.test(text)) return text.includes('{{') ? undefined : originOf(text);
  const isHost = /^(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(text);
  // A version such as 18.1 does not name a place, although addresses can be written so.
  const isVersion = /^[\d.]+(?::\d+)?$/.test(text) && !/^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?$/.test(text);
  return isHost && !isVersion && text.length <= 253 ? `//${text.toLowerCase()}` : undefined;
}

/** Returns the places that values name, each once. */
export function namedPlacesOf(values: Iterable<string>): readonly string[] {
  const places = new Set<string>();
  for (const value of values) {
    const place = namedPlaceOf(value);
    if (place !== undefined) places.add(place);
  }
  return [...places];
}

/** Returns whether places contain the origin, by itself or by its host. */
export function namesOrigin(places: readonly string[], origin: string): boolean {
  const authority = origin.replace(/^[a-z]+:/, '');
  const host = authority.replace(/:\d+$/, '');
  return [origin, authority, host].some((one) => places.includes(one));
}

/** Returns the private values that were filled in, also by a variable that refers to an earlier request. */
export function usesOf(
  filler: { readonly uses: readonly PrivateUse[]; readonly used: readonly string[] },
  answers: { readonly usesFor: (variables: readonly string[]) => readonly PrivateUse[] } | undefined,
): readonly PrivateUse[] {
  return [...filler.uses, ...(answers?.usesFor(filler.used) ?? [])];
}
