import { isRecord } from '@rulebook/json/is-record';
import { withCommas } from '@rulebook/text/count';
import { selectPaths, type ValuePath } from '@rulebook/json/select-paths';
import type { DescriptionProblem } from './compiled';
import type { WordFix } from './document-form';
import { nearTarget } from './near-target';
import { checkOverlayForm, type ComplainOfOverlay } from './overlay-form';

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
  const complain: ComplainOfOverlay = (pointer, message, severity = 'error', fix): void => {
    problems.push({ severity, message, file, pointer, ...(fix && { fix }) });
  };
  checkOverlayForm(overlay, complain);
  if (!isRecord(overlay) || !/^1\.\d+(?:\.\d+)?$/.test(String(overlay['overlay']))) return problems;
  const { actions } = overlay;
  if (!Array.isArray(actions)) return problems;
  for (const [index, action] of (actions as readonly unknown[]).slice(0, maxActions).entries())
    applyAction(description, action, (name, message, severity, fix) => {
      complain(`#/actions/${index}${name === '' ? '' : `/${name}`}`, message, severity, fix);
    });
  if (actions.length > maxActions)
    complain('#/actions', `Only the first ${withCommas(maxActions)} actions are applied.`);
  return problems;
}

type ComplainOfAction = (
  name: string,
  message: string,
  severity?: DescriptionProblem['severity'],
  fix?: WordFix,
) => void;

function applyAction(description: unknown, action: unknown, complain: ComplainOfAction): void {
  // What is not as the format says was reported before.
  if (!isRecord(action)) return;
  const { target, remove } = action;
  if (typeof target !== 'string') return;
  const selection = selectPaths(description, target, maxPlaces);
  if ('failure' in selection)
    return selection.failure === 'unreadable' ? undefined : complain('target', problems[selection.failure]);
  // A list of selectors such as `[0, 0]` finds a place twice.
  const places = [...new Map(selection.paths.map((path) => [JSON.stringify(path), path])).values()];
  if (places.length === 0) {
    const near = nearTarget(description, target);
    const advice = near === undefined ? '' : ` Did you mean \`${near.to}\`?`;
    complain('target', `The target matches nothing in the description.${advice}`, 'warning', near);
  }
  const update = action['update'] ?? (remove === true ? undefined : copiedBy(action['copy'], description, complain));
  // An action with a target only changes nothing.
  if (remove !== true && update === undefined) return;
  if (remove === true) return removeAll(description, places);
  const name = 'update' in action ? 'update' : 'copy';
  const kinds = new Set(places.map((place) => kindOf(valueAt(description, place))));
  if (kinds.size > 1)
    return complain(
      'target',
      'The target selects values of several kinds, so the action is not applied. Select objects, lists or plain values only.',
    );
  const [kind] = kinds;
  if (kind !== undefined && kind !== 'list' && kindOf(update) !== kind)
    return complain(name, `The target selects ${kindWords[kind]}, so \`${name}\` must be ${kindWords[kind]}, too.`);
  const differing = new Set<string>();
  for (const place of places.reverse()) updateAt(description, place, update, (member) => differing.add(member));
  for (const member of differing)
    complain(
      name,
      `\`${member}\` is of another kind in the description, so it is not changed. Remove it by an action before this one.`,
    );
}

type Kind = 'object' | 'list' | 'plain';

function kindOf(value: unknown): Kind {
  return Array.isArray(value) ? 'list' : isRecord(value) ? 'object' : 'plain';
}

const kindWords: Readonly<Record<Kind, string>> = { object: 'an object', list: 'a list', plain: 'a plain value' };

/** Returns a copy of the value that `copy` (Overlay 1.1) selects; undefined where there is none. */
function copiedBy(copy: unknown, description: unknown, complain: ComplainOfAction): unknown {
  if (copy === undefined) return undefined;
  if (typeof copy !== 'string') return undefined;
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

/** Receives the name of a member that is of another kind than what it is to be merged with. */
type OnDiffering = (member: string) => void;

/** An update is merged into an object, and appended to a list. A plain value is replaced. */
function updateAt(description: unknown, path: ValuePath, update: unknown, onDiffering: OnDiffering): void {
  const value = valueAt(description, path);
  if (isTree(value)) {
    merge(value, update, 0, onDiffering);
    return;
  }
  const owner = valueAt(description, path.slice(0, -1));
  const last = path.at(-1);
  if (last !== undefined && isTree(owner)) putMember(owner, String(last), update);
}

function merge(into: Tree, update: unknown, depth: number, onDiffering: OnDiffering): void {
  if (Array.isArray(into)) into.push(...(Array.isArray(update) ? (update as unknown[]) : [update]));
  else if (isRecord(update) && depth < deepest) {
    for (const [name, value] of Object.entries(update)) {
      const former = Object.hasOwn(into, name) ? into[name] : undefined;
      const kind = kindOf(former);
      if (!Object.hasOwn(into, name)) putMember(into, name, value);
      else if (kind !== kindOf(value)) onDiffering(name);
      else if (isTree(former)) merge(former, value, depth + 1, onDiffering);
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
