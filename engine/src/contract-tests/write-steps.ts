import { valueAt, withValueAt } from '../resource-model/shapes-in';
import type { MadeItem, Step } from './model';

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
  const search = query.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join('&');
  const base = 'url' in destination ? '{{service}}' : '';
  return [
    `### ${title}`,
    `# @name ${name}`,
    ...('endpoint' in destination ? [`# @endpoint ${destination.endpoint}`] : []),
    `${method} ${base}${path}${search === '' ? '' : `?${search}`}`,
    ...[...headers, ...(destination.headers ?? [])].map(([key, value]) => `${key}: ${value}`),
    ...(body === undefined ? [] : ['', writeBody(step)]),
    ...(asserts.length === 0 ? [] : ['', ...asserts.map((assert) => `?? ${assert}`)]),
  ].join('\n');
}

/** An id that only the service knows is a placeholder, without quotation marks where it is a number. */
function writeBody({ body, ownId }: Step): string {
  if (ownId === undefined || valueAt(body, ownId.place) !== ownId.sample) return JSON.stringify(body, null, 2);
  const marker = '\u{e000}';
  const text = JSON.stringify(withValueAt(body, ownId.place, marker), null, 2);
  return text.replace(`"${marker}"`, () => (typeof ownId.sample === 'number' ? ownId.text : `"${ownId.text}"`));
}

/** Returns requests that remove what the steps create, the last one first, as far as no step removes it. */
export function cleanUpSteps(steps: readonly Step[]): readonly Step[] {
  const removed = new Set(steps.flatMap(({ removes }) => removes ?? []));
  return steps
    .filter(({ name, makes, expects }) => makes !== undefined && expects === 'success' && !removed.has(name))
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
