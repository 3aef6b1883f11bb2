import { isRecord } from '@rulebook/json/is-record';
import { withCommas } from '@rulebook/text/count';
import { selectPaths, type ValuePath } from '@rulebook/json/select-paths';
import type { DescriptionProblem } from './compiled';

/** The places that one action may change. */
const maxPlaces = 10_000;
const maxActions = 1_000;
const deepest = 200;

type Tree = Record<string, unknown> | unknown[];

/**
 * Applies an overlay (OpenAPI Overlay 1.0 and 1.1) to the tree of a description, in place. Returns what is wrong with the overlay, with pointers into
 * it; the other actions hold. `file` is its path from the folder of the description.
 */
export function applyOverlay(description: unknown, overlay: unknown, file: string): readonly DescriptionProblem[] {
  const problems: DescriptionProblem[] = [];
  const complain = (pointer: string, message: string, severity: DescriptionProblem['severity'] = 'error'): void => {
    problems.push({ severity, message, file, pointer });
  };
  if (!isRecord(overlay)) {
    complain('#', 'An overlay is an object with `overlay`, `info` and `actions`.');
    return problems;
  }
  const version = overlay['overlay'];
  if (typeof version !== 'string' || !/^1\.\d+(?:\.\d+)?$/.test(version)) {
    complain('#/overlay', 'The member `overlay` must name version 1 of the format, for example `1.0.0`.');
    return problems;
  }
  if (overlay['extends'] !== undefined)
    complain(
      '#/extends',
      'The overlay is applied to the description that names it; `extends` is not read.',
      'information',
    );
  const { actions } = overlay;
  if (!Array.isArray(actions) || actions.length === 0) {
    complain(
      '#/actions',
      'An overlay needs `actions`: a list of objects with `target` and `update`, `copy` or `remove`.',
    );
    return problems;
  }
  for (const [index, action] of (actions as readonly unknown[]).slice(0, maxActions).entries())
    applyAction(description, action, (name, message, severity) => {
      complain(`#/actions/${index}${name === '' ? '' : `/${name}`}`, message, severity);
    });
  if (actions.length > maxActions)
    complain('#/actions', `Only the first ${withCommas(maxActions)} actions are applied.`);
  return problems;
}

type ComplainOfAction = (name: string, message: string, severity?: DescriptionProblem['severity']) => void;

function applyAction(description: unknown, action: unknown, complain: ComplainOfAction): void {
  if (!isRecord(action)) return complain('', 'An action is an object with `target` and `update`, `copy` or `remove`.');
  const { target, remove } = action;
  if (typeof target !== 'string') return complain('', 'An action needs `target`, a JSONPath.');
  const selection = selectPaths(description, target, maxPlaces);
  if ('failure' in selection) return complain('target', problems[selection.failure]);
  // A list of selectors such as `[0, 0]` finds a place twice.
  const places = [...new Map(selection.paths.map((path) => [JSON.stringify(path), path])).values()];
  if (places.length === 0) complain('target', 'The target matches nothing in the description.', 'warning');
  const update = action['update'] ?? (remove === true ? undefined : copiedBy(action['copy'], description, complain));
  // An action with a target only changes nothing.
  if (remove !== true && update === undefined) return;
  if (remove === true) removeAll(description, places);
  else for (const place of places.reverse()) updateAt(description, place, update);
}

/** Returns a copy of the value that `copy` (Overlay 1.1) selects; undefined where there is none. */
function copiedBy(copy: unknown, description: unknown, complain: ComplainOfAction): unknown {
  if (copy === undefined) return undefined;
  if (typeof copy !== 'string') return complain('copy', 'The member `copy` must be a JSONPath.');
  const selection = selectPaths(description, copy, maxPlaces);
  if ('failure' in selection) return complain('copy', problems[selection.failure].replace('target', 'value of `copy`'));
  const [only, ...others] = selection.paths;
  if (only === undefined || others.length > 0)
    return complain('copy', `The value of \`copy\` must match one place, not ${selection.paths.length}.`);
  return JSON.parse(JSON.stringify(valueAt(description, only) ?? null)) as unknown;
}

const problems = {
  unreadable: 'The target is not a JSONPath as in RFC 9535.',
  'too many values': `The target matches more than ${withCommas(maxPlaces)} places, so the action is not applied.`,
  'too many steps': 'Finding the target takes too many steps, so the action is not applied. Replace `..` by names.',
};

/** Removes what is at the places. All of them are found before one is removed, so that indices mean what they meant to the target. */
function removeAll(description: unknown, places: readonly ValuePath[]): void {
  const removed = new Map<Tree, Set<string | number>>();
  for (const path of places) {
    const owner = valueAt(description, path.slice(0, -1));
    const last = path.at(-1);
    if (last === undefined || !isTree(owner)) continue;
    const known = removed.get(owner);
    if (known === undefined) removed.set(owner, new Set([last]));
    else known.add(last);
  }
  for (const [owner, steps] of removed) {
    if (Array.isArray(owner)) {
      const kept = owner.filter((_, index) => !steps.has(index));
      owner.splice(0, owner.length, ...kept);
    } else for (const step of steps) Reflect.deleteProperty(owner, step);
  }
}

/** An update is merged into an object, and appended to a list. A value of another kind is replaced. */
function updateAt(description: unknown, path: ValuePath, update: unknown): void {
  const value = valueAt(description, path);
  if (isTree(value)) {
    merge(value, update, 0);
    return;
  }
  const owner = valueAt(description, path.slice(0, -1));
  const last = path.at(-1);
  if (last !== undefined && isTree(owner)) putMember(owner, String(last), update);
}

function merge(into: Tree, update: unknown, depth: number): void {
  if (Array.isArray(into)) into.push(...(Array.isArray(update) ? (update as unknown[]) : [update]));
  else if (isRecord(update) && depth < deepest) {
    for (const [name, value] of Object.entries(update)) {
      const former = Object.hasOwn(into, name) ? into[name] : undefined;
      const isMerged = (Array.isArray(former) && Array.isArray(value)) || (isRecord(former) && isRecord(value));
      if (isMerged) merge(former as Tree, value, depth + 1);
      else putMember(into, name, value);
    }
  }
}

/** As an own property, also for a name such as `__proto__`. */
function putMember(owner: Tree, name: string, value: unknown): void {
  Object.defineProperty(owner, name, { value, enumerable: true, configurable: true, writable: true });
}

function valueAt(description: unknown, path: ValuePath): unknown {
  let value = description;
  for (const step of path) {
    if (!isTree(value) || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}
