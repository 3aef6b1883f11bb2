import type { FetchedDescription } from './fetched-description';

/** The member of a bundled description that holds the files which it refers to, by their paths. */
const holder = 'x-imported';

/** Returns the URLs of the files that a text refers to by `$ref`, relative to where it is; of its own origin only. */
export function importedUrls(text: string, url: string): readonly string[] {
  const found = new Set<string>();
  for (const [, , reference = ''] of text.matchAll(/["']?\$ref["']?[ \t]*:[ \t\r\n]*(["']?)([^"'#\s,}]+)/g)) {
    const target = resolvedUrl(reference, url);
    if (target !== undefined && target !== url && originOf(target) === originOf(url)) found.add(target);
  }
  return [...found];
}

/**
 * Returns a fetched description as one file: what it refers to in others is in a member of its own, and its references lead there. A description without
 * other files is returned as it is; undefined where one of the files cannot be read.
 */
export function bundledDescription(
  found: FetchedDescription,
  readYaml: (text: string) => unknown,
): FetchedDescription | undefined {
  const { url, text, imports = [] } = found;
  if (imports.length === 0) return found;
  const files = new Map<string, Readonly<Record<string, unknown>>>();
  for (const { url: place, text: content } of [{ url, text }, ...imports]) {
    const value = readText(content, readYaml);
    if (value === undefined) return undefined;
    files.set(place, value);
  }
  const nameOf = (place: string) => nameFrom(url, place);
  const rewrite = (place: string): unknown =>
    rewritten(files.get(place), (reference) => {
      const [path = '', pointer = ''] = reference.split('#', 2);
      const target = path === '' ? place : resolvedUrl(path, place);
      if (target === undefined || !files.has(target)) return reference;
      // An anchor is found wherever it is.
      if (pointer !== '' && !pointer.startsWith('/')) return `#${pointer}`;
      return target === url ? `#${pointer}` : `#/${holder}/${escapedStep(nameOf(target))}${pointer}`;
    });
  const held = Object.fromEntries(imports.map(({ url: place }) => [nameOf(place), rewrite(place)]));
  const whole = { ...(rewrite(url) as object), [holder]: held };
  const { imports: _, ...rest } = found;
  return { ...rest, text: `${JSON.stringify(whole, null, 2)}\n`, extension: 'json' };
}

function readText(text: string, readYaml: (text: string) => unknown): Readonly<Record<string, unknown>> | undefined {
  const plain = text.replace(/^\uFEFF/, '');
  for (const read of [JSON.parse as (text: string) => unknown, readYaml]) {
    try {
      const value = read(plain);
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return value as Readonly<Record<string, unknown>>;
    } catch {
      // It may be of the other language.
    }
  }
  return undefined;
}

/** Members whose own members have names of any kind. */
const ofNames = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'schemas', 'responses', 'headers']);

/** Returns a value with its references changed; what an example shows stays. */
function rewritten(value: unknown, change: (reference: string) => string, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => rewritten(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]): [string, unknown] => {
      if (areNames) return [name, rewritten(member, change)];
      if (name === '$ref' && typeof member === 'string') return [name, change(member)];
      if (name === 'example' || name === 'default') return [name, member];
      if (name === 'examples') return [name, referredExamples(member, change)];
      if (name === 'mapping' && 'propertyName' in value) return [name, changedMapping(member, change)];
      return [name, rewritten(member, change, ofNames.has(name))];
    }),
  );
}

/** Examples by their names may be elsewhere; a list of them has values. */
function referredExamples(examples: unknown, change: (reference: string) => string): unknown {
  if (typeof examples !== 'object' || examples === null || Array.isArray(examples)) return examples;
  return Object.fromEntries(
    Object.entries(examples).map(([name, one]: [string, unknown]) => {
      const reference = typeof one === 'object' && one !== null && '$ref' in one ? one.$ref : undefined;
      return [name, typeof reference === 'string' ? { $ref: change(reference) } : one];
    }),
  );
}

/** A mapping of a discriminator names schemas, or files. */
function changedMapping(mapping: unknown, change: (reference: string) => string): unknown {
  if (typeof mapping !== 'object' || mapping === null) return mapping;
  return Object.fromEntries(
    Object.entries(mapping).map(([name, target]: [string, unknown]) => [
      name,
      typeof target === 'string' && /[#./]/.test(target) ? change(target) : target,
    ]),
  );
}

function resolvedUrl(reference: string, base: string): string | undefined {
  const absolute = /^[a-z][a-z\d+.-]*:/i.test(reference);
  if (absolute) return /^https?:/i.test(reference) ? reference.split('#', 1)[0] : undefined;
  const [path = ''] = reference.split(/[#]/, 1);
  const origin = originOf(base);
  const folder = base
    .slice(origin.length)
    .replace(/[?#].*$/s, '')
    .replace(/[^/]*$/, '');
  const steps: string[] = [];
  for (const step of `${path.startsWith('/') ? '' : folder}${path}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return `${origin}/${steps.join('/')}`;
}

function originOf(url: string): string {
  return /^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? '';
}

/** Returns the path of a file from the folder of the description, or its path at the host where it is elsewhere. */
function nameFrom(url: string, place: string): string {
  const folder = url.replace(/[?#].*$/s, '').replace(/[^/]*$/, '');
  return place.startsWith(folder) ? place.slice(folder.length) : place.slice(originOf(place).length);
}

function escapedStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
