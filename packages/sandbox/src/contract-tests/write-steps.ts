import type { BodyId, MadeItem, Step } from './model';
import { partAt, withPart } from './variations';

/** Where requests of a file go. */
export type Destination = {
  /** Header fields of every request; values of variables are placeholders. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
} & (
  | {
      /** An endpoint of `rulebook.json`. */
      readonly endpoint: string;
    }
  | { readonly url: string }
);

/** Returns a request file with the steps; `assertsOf` are the asserts of each. */
export function writeSteps(
  steps: readonly Step[],
  destination: Destination,
  assertsOf: (step: Step, index: number) => readonly string[],
  remarks: readonly string[] = [],
): string {
  const head = [
    ...remarks.map((line) => `# ${line}`),
    ...('url' in destination ? [`@service = ${destination.url.replace(/\/+$/, '')}`] : []),
  ];
  const blocks = steps.map((step, index) => writeStep(step, destination, assertsOf(step, index)));
  return `${[...(head.length > 0 ? [head.join('\n')] : []), ...blocks].join('\n\n')}\n`;
}

function writeStep(step: Step, destination: Destination, asserts: readonly string[]): string {
  const { title, name, method, path, query, headers, body } = step;
  const search = query.map(([key, text]) => `${encodeURIComponent(key)}=${writeQueryText(text)}`).join('&');
  const base = 'url' in destination ? '{{service}}' : '';
  return [
    `### ${title}`,
    `# @name ${name}`,
    ...('endpoint' in destination ? [`# @endpoint ${destination.endpoint}`] : []),
    `${method} ${base}${path}${search === '' ? '' : `?${search}`}`,
    ...[...headers, ...(destination.headers ?? [])].map(([key, value]) => `${key}: ${value}`),
    ...(body === undefined ? [] : ['', writeJson(body, idsInBody(step), 2)]),
    ...(asserts.length === 0 ? [] : ['', ...asserts.map((assert) => `?? ${assert}`)]),
  ].join('\n');
}

/** Returns the ids that are in the body: a change of it can have taken some away. */
export function idsInBody({ body, ids = [] }: Step): readonly BodyId[] {
  return ids.filter(({ place, sample }) => sample !== undefined && partAt(body, place) === sample);
}

/** Writes JSON in which ids that only the service knows are placeholders, without quotation marks where they are numbers. */
export function writeJson(value: unknown, ids: readonly BodyId[], indent = 0): string {
  const marked = ids.reduce((part, { place }, index) => withPart(part, place, `\u{e000}${index}\u{e001}`), value);
  return JSON.stringify(marked, null, indent).replace(/"\u{e000}(\d+)\u{e001}"/gu, (marker, index: string) => {
    const id = ids[Number(index)];
    if (id === undefined) return marker;
    return typeof id.sample === 'number' ? id.text : `"${id.text}"`;
  });
}

/** Placeholders are read by who sends the request. */
function writeQueryText(text: string): string {
  return isPlaceholder(text) ? text : encodeURIComponent(text);
}

function isPlaceholder(text: string): boolean {
  return /^\{\{[\w-]+\.response\.body\.\$[^{}]*\}\}$/.test(text);
}

/** Returns requests that remove what the steps create, the last one first, as far as no step removes it. */
export function cleanUpSteps(steps: readonly Step[]): readonly Step[] {
  const removed = new Set(steps.flatMap(({ removes }) => removes ?? []));
  return steps
    .filter(
      ({ name, makes, expects }) =>
        makes !== undefined && (expects === 'success' || expects === 'answer') && !removed.has(name),
    )
    .reverse()
    .flatMap(({ name, makes }) => (makes === undefined ? [] : removalOf(makes, name)));
}

function removalOf({ collection, path }: MadeItem, name: string): readonly Step[] {
  const { remove } = collection;
  if (remove === undefined) return [];
  return [
    {
      ...{ operation: remove, method: 'DELETE', name: `remove-${name}`, title: `Remove what was created`, path },
      ...{ query: [], headers: [], expects: 'success', checks: [], removes: name },
    },
  ];
}
