import type { SandboxView, ViewDelivery, ViewEvents, ViewItem } from '@rulebook/sandbox';

/** Deeper lines are not shown, so that no response can overflow the stack. */
const deepest = 20;

/**
 * Returns what the sandbox says that is to be shown. Lines and members that it does not understand are left out, since the sandbox may be of
 * another version. Never throws.
 */
export function readView(value: unknown): SandboxView {
  return {
    items: listIn(value, 'items').flatMap((one) => readItem(one, 0)),
    events: listIn(value, 'events').flatMap(readEvents),
  };
}

function readItem(value: unknown, depth: number): readonly ViewItem[] {
  const [id, label, icon] = [textIn(value, 'id'), textIn(value, 'label'), textIn(value, 'icon')];
  if (id === undefined || label === undefined || icon === undefined || depth > deepest) return [];
  const [description, copies] = [textIn(value, 'description'), textIn(value, 'copies')];
  const [endpoint, resource] = [textIn(value, 'endpoint'), readResource(memberOfRecord(value, 'resource'))];
  const delivery = readDelivery(memberOfRecord(value, 'delivery'));
  const children = listIn(value, 'children').flatMap((one) => readItem(one, depth + 1));
  return [
    {
      id,
      label,
      icon,
      ...(description !== undefined && { description }),
      ...(copies !== undefined && { copies }),
      ...(endpoint !== undefined && { endpoint }),
      ...(resource !== undefined && { resource }),
      ...(delivery !== undefined && { delivery }),
      // Without children, the editor draws no arrow in front of an item that cannot be expanded.
      ...(children.length > 0 && { children }),
    },
  ];
}

function readResource(value: unknown): ViewItem['resource'] {
  const group = textIn(value, 'group');
  if (group === undefined) return undefined;
  const names = memberOfRecord(value, 'names');
  if (typeof names !== 'object' || names === null) return { group };
  return { group, names: Object.fromEntries(Object.entries(names).filter(([, one]) => typeof one === 'string')) };
}

function readDelivery(value: unknown): ViewDelivery | undefined {
  const [title, endpoint, again] = [textIn(value, 'title'), textIn(value, 'endpoint'), textIn(value, 'again')];
  // A path, so that the request goes to the server.
  return title === undefined || endpoint === undefined || again?.startsWith('/') !== true
    ? undefined
    : { title, endpoint, again };
}

function readEvents(value: unknown): readonly ViewEvents[] {
  const subject = memberOfRecord(value, 'subject');
  const [endpoint, receiver] = [textIn(value, 'endpoint'), textIn(value, 'receiver')];
  const [member, noun] = [textIn(subject, 'member'), textIn(subject, 'noun')];
  if (endpoint === undefined || receiver === undefined || member === undefined || noun === undefined) return [];
  const choices = listIn(value, 'choices').flatMap((one) => {
    const name = textIn(one, 'name');
    return name === undefined ? [] : [{ name, summary: textIn(one, 'summary') ?? '' }];
  });
  const names = listIn(subject, 'names').filter((name) => typeof name === 'string');
  return [{ endpoint, choices, subject: { member, noun, names }, receiver }];
}

/** Returns the own member of an object; undefined for any other value. */
export function memberOfRecord(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function textIn(value: unknown, name: string): string | undefined {
  const text = memberOfRecord(value, name);
  return typeof text === 'string' ? text : undefined;
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = memberOfRecord(value, name);
  return Array.isArray(list) ? (list as readonly unknown[]) : [];
}
