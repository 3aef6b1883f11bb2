import type { Binding } from '@rulebook/checker/binding/model';
import type { Span } from '@rulebook/text/span';
import type { TextEdit } from '@rulebook/text/edit';
import type { Change, ConcernedLine, Repair } from '../model';
import { fittingMember, fittingParameter, isAccepted } from './accepted-value';
import { contradictsRecorded, concernsReaders, effectOnRequests, isLost } from './judged-change';
import { editsAdding, editsAddingMember, editsAtElement, editsAtRead, editsMoving, nameIn } from './repair-edits';
import type { ResponseRead } from './response-reads';
import { spanOf, usedParts, type UsedElement, type UsedParts } from './used-elements';
import { membersOfObject, type JsonNode } from '@rulebook/json/json-node';

/** A part of a block that a change concerns; spans count from its start. */
export interface ConcernedPart extends Pick<ConcernedLine, 'what' | 'change' | 'isProved'> {
  readonly span: Span;
  readonly edits?: readonly TextEdit[] | undefined;
  /** What findings about it are at, where that is more. */
  readonly reach?: Span | undefined;
  /** What is missing there. */
  readonly lacks?: string;
}

/** A request before the change, and as it is bound after it. */
export interface BoundSides {
  readonly before: Binding;
  readonly after: Binding | undefined;
}

/** Returns the parts of a request that changes of its operation concern. */
export function concernedInRequest(sides: BoundSides, changes: readonly Change[]): readonly ConcernedPart[] {
  const used = usedParts(sides.before);
  const renames = changes.flatMap(({ repair, place }) =>
    repair?.kind === 'rename' && place.element !== undefined ? [{ from: normal(place.element), to: repair.to }] : [],
  );
  return changes.flatMap((change) => {
    if (change.place.side === 'response' || change.place.side === 'event') return [];
    const effect = effectOnRequests(change);
    if (effect === 'none') return [];
    const { element } = change.place;
    if (element === undefined || change.place.side !== 'request') return ofOperation(sides, used, change, effect);
    if (effect === 'lack') return ofLack(sides, used, { change, element: normal(element) }, renames);
    return ofUse(sides, used, change, normal(element));
  });
}

function ofOperation(
  { before, after }: BoundSides,
  used: UsedParts,
  change: Change,
  effect: ReturnType<typeof effectOnRequests>,
): readonly ConcernedPart[] {
  if (effect === 'lack' && used.hasBody) return [];
  const isRemoved = /removed/.test(change.id) && change.place.side === 'operation';
  const isMoved = change.repair?.kind === 'move' || change.place.movedTo !== undefined;
  const isProved = (isRemoved || isMoved) && after?.match.kind !== 'operation';
  const edits =
    change.repair?.kind === 'move' && before.operation !== undefined && before.block.association === undefined
      ? editsMoving(before, before.operation.path, change.repair)
      : undefined;
  return [{ what: 'request', span: lineOf(before), change, isProved, edits }];
}

interface Rename {
  readonly from: string;
  readonly to: string;
}

function ofLack(
  { before: binding, after }: BoundSides,
  used: UsedParts,
  { change, element }: { readonly change: Change; readonly element: string },
  renames: readonly Rename[],
): readonly ConcernedPart[] {
  const repair = change.repair?.kind === 'insert' ? change.repair : undefined;
  const [, kind, name] = /^(query|header|cookie|path|form) (.+)$/.exec(element) ?? [];
  if (kind !== undefined && name !== undefined) {
    const isWritten = used.elements.some(({ elements }) => elements.includes(element));
    if (isWritten || isRenamed(used, renames, kind, name)) return [];
    if (kind === 'query' ? used.isQueryOpen : kind === 'header' && used.isHeadOpen) return [];
    const value = repair && fittingParameter(after, kind, name, repair.value);
    const edits = repair && editsAdding(binding, kind, { ...repair, value: value ?? repair.value });
    return [{ what: 'request', span: lineOf(binding), change, isProved: false, lacks: name, edits }];
  }
  if (element === '$') {
    if (used.hasBody) return [];
    return [{ what: 'request', span: lineOf(binding), change, isProved: false, lacks: 'body' }];
  }
  // The new member may be named in the repair, where the place is the object around it.
  const member = repair !== undefined && !element.endsWith(`.${nameIn(repair.name)}`) ? nameIn(repair.name) : undefined;
  const last = element.lastIndexOf('.');
  const around = member === undefined ? element.slice(0, last) : element;
  const wanted = member ?? element.slice(last + 1);
  return used.objects.flatMap((object): readonly ConcernedPart[] => {
    if (!matches(around, object.element) || object.keys.has(wanted)) return [];
    if (renames.some(({ from, to }) => nameIn(to) === wanted && object.keys.has(nameIn(from)))) return [];
    const value = repair && fittingMember(after, object, wanted, repair.value);
    const edits = repair && editsAddingMember(binding, object, wanted, { ...repair, value: value ?? repair.value });
    const span = { start: object.node.offset, end: object.node.offset + 1 };
    return [{ what: 'request', span, change, isProved: false, lacks: wanted, edits }];
  });
}

/** What is written under its former name is renamed, and nothing is missing. */
function isRenamed(used: UsedParts, renames: readonly Rename[], kind: string, name: string): boolean {
  return renames.some(
    ({ from, to }) =>
      nameIn(to).toLowerCase() === name.toLowerCase() &&
      from.startsWith(`${kind} `) &&
      used.elements.some(({ elements }) => elements.includes(from)),
  );
}

function ofUse(
  { before, after }: BoundSides,
  used: UsedParts,
  change: Change,
  element: string,
): readonly ConcernedPart[] {
  const isAboutValue = effectOnRequests(change) === 'value';
  return used.elements.flatMap((one): readonly ConcernedPart[] => {
    const isMeant = one.elements.some((name) => matches(element, name)) || isListed(one, element);
    if (!isMeant) return [];
    const accepted = isAboutValue ? isAccepted(after, one) : undefined;
    // The change is about this very value, whatever alternatives the checker knows.
    if (accepted === true && !isListed(one, element)) return [];
    const edits = change.repair && editsAtElement(before, one, change.repair);
    const span = one.span.end > 0 ? one.span : lineOf(before);
    return [{ what: 'request', span, reach: one.reach, change, isProved: accepted === false, edits }];
  });
}

/** Returns whether an element is a value that is written: `$.color=green`. */
function isListed({ elements, text }: UsedElement, element: string): boolean {
  const at = element.indexOf('=');
  if (at < 0 || text === undefined || !elements.some((name) => matches(element.slice(0, at), name))) return false;
  const value = element.slice(at + 1);
  return text === value || text.split(',').includes(value);
}

/** Returns the parts of a block that read what changed in a response. */
export function concernedReads(
  reads: readonly ResponseRead[],
  changes: readonly Change[],
  statuses: readonly number[],
): readonly ConcernedPart[] {
  return changes.flatMap((change) => {
    if (change.place.side !== 'response' || !concernsReaders(change)) return [];
    const place = placeInResponse(change);
    if (place === undefined) return [];
    return reads.flatMap((read): readonly ConcernedPart[] => {
      const depth = depthOfRead(read, change, place, statuses);
      if (depth === undefined) return [];
      const edits = change.repair && editsAtRead(read, depth, change.repair);
      // To those who read it, it matters that it is no longer there.
      const own: Change = isLost(change) ? { ...change, level: 'risky' } : change;
      return [{ what: read.what, span: read.span, change: own, isProved: false, edits }];
    });
  });
}

interface ResponsePlace {
  readonly status: string;
  /** Absent: the response itself. */
  readonly element?: string;
}

function placeInResponse({ place: { element } }: Change): ResponsePlace | undefined {
  const [, status, below] = /^(default|\d[\dX]{2}|[1-5]XX)(?: (.+))?$/i.exec(element ?? '') ?? [];
  return status === undefined ? undefined : { status, ...(below !== undefined && { element: normal(below) }) };
}

/** Returns how many steps of what is read lead to the change; undefined where it is not on the way. */
function depthOfRead(
  { of }: ResponseRead,
  { id }: Change,
  { status, element }: ResponsePlace,
  statuses: readonly number[],
): number | undefined {
  if (of.kind === 'status') {
    return element === undefined && id.includes('status-removed') && of.status === status ? 0 : undefined;
  }
  if (element === undefined || !isAsked(status, statuses)) return undefined;
  if (of.kind === 'header') return element === `header ${of.name.toLowerCase()}` ? 0 : undefined;
  const at = element.indexOf('=');
  if (at >= 0) {
    const isMeant = of.text === element.slice(at + 1) && of.elements.at(-1) === element.slice(0, at);
    return isMeant && !id.includes('added') ? of.steps.length : undefined;
  }
  const depth = of.elements.findIndex((one) => matches(element, one));
  return depth < 0 ? undefined : depth;
}

/** A request that says nothing of the status expects a success. */
function isAsked(status: string, statuses: readonly number[]): boolean {
  const holds = (asked: number): boolean =>
    /^default$/i.test(status)
      ? asked >= 400
      : [...String(asked)].every((digit, index) => [digit, 'X', 'x'].includes(status.charAt(index)));
  return statuses.length > 0 ? statuses.some(holds) : /^(?:2|default)/i.test(status);
}

/** Returns the parts of a response in the file that contradict the new description. */
export function concernedRecorded({ before }: BoundSides, changes: readonly Change[]): readonly ConcernedPart[] {
  const { response } = before.block;
  if (response === undefined) return [];
  const body = response.body?.kind === 'json' ? response.body.values[0] : undefined;
  return concernedInAnswer(body, Number(response.status.text), changes, {
    root: elementOfAnswer(before),
    status: response.status.span,
  });
}

/** Returns the parts of a response that contradict the new description. */
export function concernedInAnswer(
  body: JsonNode | undefined,
  status: number,
  changes: readonly Change[],
  at: { readonly root: string; readonly status: Span } = { root: '$', status: { start: 0, end: 0 } },
): readonly ConcernedPart[] {
  const places = body === undefined ? [] : placesIn(body, at.root);
  return changes.flatMap((change): readonly ConcernedPart[] => {
    const place = change.place.side === 'response' && contradictsRecorded(change) ? placeInResponse(change) : undefined;
    if (place === undefined || !isAsked(place.status, [status])) return [];
    if (place.element === undefined) {
      if (!change.id.includes('status-removed')) return [];
      return [{ what: 'recording', span: at.status, change, isProved: false }];
    }
    const { element } = place;
    const found = places.find((one) => matches(element, one.element) || isText(one, element));
    return found === undefined ? [] : [{ what: 'recording', span: found.span, change, isProved: false }];
  });
}

function elementOfAnswer({ block }: Binding): string {
  const at = block.association?.isAnswer === true ? block.association.at : '';
  return `$${at.replaceAll('/', '.')}`;
}

interface PlacedElement {
  readonly element: string;
  readonly span: Span;
  readonly text?: string;
}

function isText({ element, text }: PlacedElement, wanted: string): boolean {
  const at = wanted.indexOf('=');
  return at >= 0 && text === wanted.slice(at + 1) && matches(wanted.slice(0, at), element);
}

/** Returns the elements of a JSON value: of a list, those of all its items. */
export function placesIn(root: JsonNode, at = '$'): readonly PlacedElement[] {
  const found: PlacedElement[] = [];
  const pending: { readonly node: JsonNode; readonly element: string; readonly span: Span }[] = [
    { node: root, element: at, span: { start: root.offset, end: root.offset + 1 } },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, element, span } = next;
    const isScalar = node.type !== 'object' && node.type !== 'array';
    found.push({ element, span, ...(isScalar && { text: String(node.value) }) });
    if (node.type === 'array') {
      for (const value of (node.children ?? []).toReversed())
        pending.push({ node: value, element: `${element}[]`, span: spanOf(value) });
    }
    for (const { key, keyNode, value } of membersOfObject(node).toReversed())
      pending.push({ node: value, element: `${element}.${key}`, span: spanOf(keyNode) });
  }
  return found;
}

function lineOf({ request, block }: Binding): Span {
  return block.association === undefined ? request.lineSpan : { start: 0, end: 1 };
}

/** Header fields have no case. */
function normal(element: string): string {
  return /^header /i.test(element) ? element.toLowerCase() : element;
}

/** Returns whether an element is meant by that of a change, in which `*` is any name. */
function matches(element: string, name: string): boolean {
  if (element === name) return true;
  if (!element.includes('.*')) return false;
  const [wanted, found] = [element, name].map((one) => one.split('.'));
  if (wanted?.length !== found?.length) return false;
  return (wanted ?? []).every((step, index) => {
    const other = found?.[index] ?? '';
    return step.startsWith('*') ? other.endsWith(step.slice(1)) : step === other;
  });
}

/** Returns whether a repair changes the request line: the last of all, since nothing is known of the request behind it. */
export function isMove(repair: Repair | undefined): boolean {
  return repair?.kind === 'move';
}
