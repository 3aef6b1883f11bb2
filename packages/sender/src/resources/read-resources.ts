import { isRecord } from '@rulebook/json/is-record';
import type {
  ResourceGroup,
  ResourceItem,
  ResourceMeasure,
  ResourceNames,
  ResourceRequest,
  ResourceText,
} from '@rulebook/catalogue/resources';
import { visibleLine } from '@rulebook/text/visible';
import { expressionOf } from '@rulebook/text/expressions';

/** A resource as a line of the view. */
export interface ResourceEntry {
  /** Distinguishes it from the others of its list. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Its names, and those of the resources that it is in. */
  readonly names: ResourceNames;
}

/** In UTF-16 code units. */
const longestText = 200;

/** Returns a request as the text of a request file. */
export function requestFileText(request: ResourceRequest, endpoint: string, title?: string): string {
  const { method, path, body } = request;
  const head = `${title === undefined ? '' : `### ${title}\n`}# @endpoint ${endpoint}\n${method} ${path}\n`;
  return body === undefined ? head : `${head}\n${body}\n`;
}

/** Returns the resources of a response; undefined when the list is not where it should be. */
export function readResources(
  { source, item }: ResourceGroup,
  answer: unknown,
  names: ResourceNames,
  nextToResponse?: unknown,
): readonly ResourceEntry[] | undefined {
  if (!('request' in source)) return undefined;
  const listed = listedAt(answer, source.at);
  if (listed === undefined) return undefined;
  const { neighbour } = source;
  const others = new Map(
    (neighbour && listedAt(nextToResponse, neighbour.at))?.map(({ value }) => [
      textAt(value, neighbour?.member ?? ''),
      value,
    ]),
  );
  return listed.flatMap(({ key, value }, index) => {
    const other = neighbour && others.get(textAt(value, neighbour.own));
    return entryOf(item, names, `${key ?? ''} ${index}`, {
      ...other,
      ...value,
      ...(key !== undefined && { $key: key }),
    });
  });
}

/** Returns a resource that was named, as a line of the view. */
export function namedResource(item: ResourceItem, own: ResourceNames): ResourceEntry | undefined {
  return entryOf(item, {}, Object.values(own).join(' '), own)[0];
}

/** Returns the names in an entered text of a form such as `{owner}/{repo}`; undefined when it does not have this form. */
export function namesInForm(form: string, text: string): ResourceNames | undefined {
  return matchForm(form, text.trim(), '$');
}

/** Returns the names in the requests of a text whose path begins like `/repos/{owner}/{repo}`; those with variables do not count. */
export function namesInRequests(path: string, text: string): readonly ResourceNames[] {
  const lines = text.matchAll(/^[ \t]*(?:GET|POST|PUT|PATCH|DELETE|HEAD)[ \t]+(?:https?:\/\/[^/\s]+)?(\/\S*)/gm);
  const found = [...lines].flatMap(([, target = '']) => {
    const names = matchForm(path, target, '(?=[/?#]|$)');
    return names === undefined ? [] : [names];
  });
  return [...new Map(found.map((names) => [JSON.stringify(names), names])).values()];
}

/** Returns how far a resource is behind; undefined when the numbers are not there. */
export function measureOf({ over, ahead, behind }: ResourceMeasure, value: unknown): number | undefined {
  const parts = listedAt(value, over)?.map((part) => {
    const [first, second] = [memberAt(part.value, ahead), memberAt(part.value, behind)];
    return typeof first === 'number' && typeof second === 'number' ? Math.max(0, first - second) : undefined;
  });
  if (parts === undefined || parts.length === 0) return undefined;
  return parts.reduce((sum, part) => (sum === undefined || part === undefined ? undefined : sum + part), 0);
}

/** Returns the members of a list, or the values of an object by their keys; undefined for anything else. Members that are no objects are left out. */
export function listedAt(
  value: unknown,
  path: readonly string[],
): readonly { readonly key?: string; readonly value: Readonly<Record<string, unknown>> }[] | undefined {
  const list = path.reduce<unknown>((inner, name) => ownMember(inner, name), value);
  if (Array.isArray(list)) return list.flatMap((one: unknown) => (isRecord(one) ? [{ value: one }] : []));
  if (!isRecord(list)) return undefined;
  return Object.entries(list).flatMap(([key, one]) => (isRecord(one) ? [{ key, value: one }] : []));
}

/** Returns a member of a value, where a point leads into an object. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => ownMember(inner, name), value);
}

function entryOf(
  item: ResourceItem,
  outer: ResourceNames,
  id: string,
  members: Readonly<Record<string, unknown>>,
): readonly ResourceEntry[] {
  const lag = item.measure && measureOf(item.measure, members);
  const value = lag === undefined ? members : { ...members, $lag: lag };
  const own = Object.entries(item.names).map(([name, member]) => [name, textAt(value, member)] as const);
  // Without its names, no request reaches it.
  if (own.some(([, text]) => text === undefined || text === '')) return [];
  const names = { ...outer, ...(Object.fromEntries(own) as ResourceNames) };
  const label = fillText({ text: item.label }, value) ?? own.map(([, text]) => text).join(' ');
  const description = (item.description ?? []).flatMap((text) => fillText(text, value) ?? []).join(' · ');
  return [{ id, label: oneLine(label), description: oneLine(description), names }];
}

function fillText({ text, when }: ResourceText, value: unknown): string | undefined {
  if (when !== undefined && memberAt(value, when.member) !== when.is) return undefined;
  let isWhole = true;
  const filled = text.replace(/\{([^{}|]+)(\|time)?\}/g, (_, member: string, isTime: string | undefined) => {
    const found = isTime === undefined ? textAt(value, member) : timeAt(value, member);
    if (found === undefined || found === '') isWhole = false;
    return found ?? '';
  });
  return isWhole ? filled : undefined;
}

function textAt(value: unknown, path: string): string | undefined {
  const found = memberAt(value, path);
  if (Array.isArray(found)) return found.filter((one) => typeof one === 'string').join(', ');
  return typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean'
    ? String(found)
    : undefined;
}

function timeAt(value: unknown, path: string): string | undefined {
  const found = memberAt(value, path);
  if (typeof found !== 'number' || Math.abs(found) > 8.64e15) return undefined;
  return `${new Date(found).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function matchForm(form: string, text: string, end: string): ResourceNames | undefined {
  const source = form
    .split(/(\{\w+\})/)
    .map((part) =>
      /^\{\w+\}$/.test(part) ? `(?<${part.slice(1, -1)}>[^/?#\\s{}]+)` : part.replace(/[.*+?^$()[\]\\|]/g, '\\$&'),
    )
    .join('');
  const groups = expressionOf(`^${source}${end}`).exec(text)?.groups;
  return groups && { ...groups };
}

function oneLine(text: string): string {
  const line = visibleLine(text.trim());
  return line.length > longestText ? `${line.slice(0, longestText)}…` : line;
}

function ownMember(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
