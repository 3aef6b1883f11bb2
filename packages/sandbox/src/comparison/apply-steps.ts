import { isRecord } from '@rulebook/json/is-record';
import type { PartChange, ReadBack } from '@rulebook/catalogue/read-back';
import type { MemberNames } from '@rulebook/catalogue/resource-model';
import type { Service } from '@rulebook/catalogue/service';
import { fillRequest } from '@rulebook/checker/resource-model/fill-request';
import { pathForm } from '@rulebook/checker/resource-model/path-words';
import { valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';
import { bodyOfDeclaration, type DeclaredPart, type NamedInRequest } from './declared';
import { differingMembers, differs, formerMembers } from './differing-members';
import type { ApplyPlan, ApplyStep, MadeRequest, SentRequest } from './apply-model';
import type { DeclaringRequest } from './model';
import { jsonOf } from './patterns';
import type { ComparedResource } from './plan-resources';
import { mediaTypeOf, waysOf } from './resource-ways';
import type { ExpectedRequest, ExpectedResource } from './resources-of';
import { withoutStaying } from './staying-members';
import { isEmptied, isStated, plainPull, replacesAll, restoring, type StepParts, type Undoing } from './replaced-whole';
import { storedBody } from './stored-body';

/** Returns what is to be sent so that the endpoint has what the files declare, and what undoes it. */
export function applySteps(all: readonly ComparedResource[]): ApplyPlan {
  const steps: { readonly at: number; readonly step: ApplyStep }[] = [];
  const leftOut: { resource: string; reason: string }[] = [];
  for (const compared of all) {
    const { expected, planned } = compared;
    if (planned.state === 'unchanged') continue;
    const [first] = expected.requests;
    const { named } = expected;
    if (planned.state === 'unknown' || first === undefined || named === undefined) {
      const [one] = planned.unknown;
      leftOut.push({ resource: planned.resource, reason: planned.reason ?? one?.reason ?? 'it is not known' });
      continue;
    }
    const { service, operation } = first.request;
    const ways = waysOf(named.readBack, operation, service);
    const parts = { compared, named, ways, service, noun: planned.noun ?? 'resource' };
    const step = stepOf(parts, first, steps.length + 1);
    if (typeof step === 'string') leftOut.push({ resource: planned.resource, reason: step });
    else steps.push({ at: first.index, step });
  }
  return { steps: steps.toSorted((one, other) => one.at - other.at).map(({ step }) => step), leftOut };
}

function stepOf(parts: StepParts, first: ExpectedRequest, number: number): ApplyStep | string {
  const { expected, planned } = parts.compared;
  const declared = expected.requests.map(({ request }) => ({ declared: request }));
  switch (planned.state) {
    case 'created':
      return { resource: planned, sends: declared, ...removing(parts, number) };
    case 'deleted':
      return { resource: planned, sends: declared, ...bringingBack(parts) };
    default:
      return changing(parts, first);
  }
}

/** Returns what removes a resource that is created. */
function removing({ named, ways, noun, compared }: StepParts, number: number): Undoing {
  const { readBack, names, key } = named;
  const title = `Remove the ${noun} ${compared.planned.resource}`;
  const made = (path: string, more: Partial<MadeRequest> = {}): Undoing => ({
    undo: [{ title, method: 'DELETE', path, secrets: [], ...more }],
    losses: [],
  });
  if (readBack.removal !== undefined) {
    const { path, body } = readBack.removal;
    const filled = Object.entries(body).map(([name, form]) => [
      name,
      form.replace(/\{([^{}]*)\}/, (_, parameter: string) => names[parameter] ?? ''),
    ]);
    return made(path, { body: Object.fromEntries(filled) });
  }
  if (ways.byId !== undefined && readBack.listed !== undefined) {
    const { path, id } = ways.byId;
    const mark = `{{created_${number}}}`;
    const own = filledPath(path.slice(0, path.lastIndexOf('/')), names);
    return made(`${own}/${mark}`, { id: { mark, member: id } });
  }
  if (readBack.removedAt !== undefined) return made(filledPath(readBack.removedAt, names));
  return {
    undo: [],
    losses: [`${compared.planned.resource} stays: no request is known that removes the ${noun} ${key}.`],
  };
}

/** Returns what stores a resource as it is at the endpoint now. */
function bringingBack(parts: StepParts): Undoing {
  const { compared, named, ways, service, noun } = parts;
  const { store, hasNewId } = ways;
  const { resource } = compared.planned;
  if (store === undefined)
    return { undo: [], losses: [`${resource} does not come back: no request is known that stores the ${noun}.`] };
  const { readBack, method, operation } = store;
  const { value: former, secrets } = storedBody(compared.shown, {
    ...{ readBack, names: named.names, units: service, shape: operation?.body?.shape },
    // What facts say of a response is all of the resource; a description may have other members in it.
    ...(isStated(readBack, service) ? readBack.pulled && { pulled: readBack.pulled } : { pulled: plainPull }),
  });
  if (isEmptied(former, parts))
    return {
      undo: [],
      losses: [`${resource} does not come back: the endpoint shows nothing of it where a request has it.`],
    };
  const last = compared.expected.requests.at(-1);
  const value = withoutStaying(former, last && bodyOfDeclaration(last.request)?.value, readBack);
  const lost = compared.planned.state === 'deleted' ? readBack.loses : undefined;
  return {
    undo: [
      {
        ...{
          title: `Store the ${noun} ${resource} as it was`,
          method,
          path: untriedPath(filledPath(readBack.declares.path, named.names), readBack),
        },
        ...(value !== undefined && { body: value }),
        secrets,
      },
    ],
    losses: [
      ...(lost === undefined ? [] : [`${resource} loses ${lost}.`]),
      ...(hasNewId ? [`${resource} gets a new id.`] : []),
      ...secrets.map((names) => `The undo file asks for \`${names.join('.')}\` of ${resource}, which is secret.`),
    ],
  };
}

/** Returns how a resource is changed that is there. */
function changing(parts: StepParts, first: ExpectedRequest): ApplyStep | string {
  const { compared, named, ways, service } = parts;
  const { expected, planned } = compared;
  const { requests } = expected;
  if (named.readBack.unchangeable !== undefined) return named.readBack.unchangeable;
  const isChange = (one: ExpectedRequest): boolean =>
    one.step.kind === 'declares' && one.step.readBack.isChange === true;
  const sends: SentRequest[] = [];
  const undo: MadeRequest[] = [];
  const losses: string[] = [];
  const add = (found: Undoing & { readonly sends?: readonly MadeRequest[] }): void => {
    for (const made of found.sends ?? []) sends.push({ made });
    undo.push(...found.undo);
    losses.push(...found.losses);
  };
  const isMade = !isChange(first) && ways.changes !== undefined;
  if (isMade) {
    for (const change of ways.changes ?? []) {
      const found = byPartChange(change, parts);
      if (typeof found === 'string') return found;
      add(found);
    }
  }
  const others = isMade ? requests.slice(1) : requests;
  sends.push(...others.map(({ request }) => sentOf(request, parts)));
  const replacing = isMade ? undefined : requests.find((one) => replacesAll(one, parts));
  if (replacing !== undefined) add(restoring(replacing, parts));
  else if (!isMade && others.every(isChange)) {
    for (const one of others) add(undoOfChange(one, parts));
  } else if (!isMade && named.readBack.isLasting === true) {
    const body = formerBody(expected.parts, compared, named, service);
    undo.push({
      ...{
        title: `Set ${planned.resource} as it was`,
        method: first.request.method,
        path: pathOfDeclared(named),
        body,
      },
      secrets: [],
    });
    if (named.readBack.keeps !== undefined) losses.push(`${planned.resource} keeps ${named.readBack.keeps}.`);
  } else if (!isMade) add(bringingBack(parts));
  if (!isMade)
    losses.push(
      ...planned.unknown.map(({ path }) => `The former value of \`${path}\` of ${planned.resource} is not known.`),
    );
  return { resource: planned, sends, undo, losses: [...new Set(losses)] };
}

/** Returns the request of a file; or one that removes what would stay, too. */
function sentOf(request: DeclaringRequest, { compared, named, service }: StepParts): SentRequest {
  const { readBack } = named;
  const declared = { declared: request };
  const value = bodyOfDeclaration(request)?.value;
  if (readBack.stays === undefined || isPrivate(value, compared.expected.secrets)) return declared;
  const former = storedBody(compared.shown, { readBack, names: named.names, units: service, shape: undefined });
  const body = withoutStaying(value, former.value, readBack);
  if (body === value) return declared;
  const { method, path } = request;
  return { made: { title: `Store ${compared.planned.resource}`, method, path, body, secrets: [] } };
}

function pathOfDeclared({ readBack, names }: NamedInRequest): string {
  return filledPath(readBack.declares.path, names);
}

/** Returns the requests that change a part, and what undoes them; or why they cannot be made. */
function byPartChange(
  change: PartChange,
  { compared, named, ways, service }: StepParts,
): (Undoing & { readonly sends: readonly MadeRequest[] }) | string {
  const { expected, planned, shown } = compared;
  const { of, method, sends, keeps, except = [], removedAt } = change;
  const id = change.id === undefined ? undefined : valueAt(shown, change.id);
  if (change.id !== undefined && typeof id !== 'string' && typeof id !== 'number')
    return 'the endpoint shows no id of it';
  const names = { ...named.names, ...(id !== undefined && { id: String(id) }) };
  const parts = expected.parts.filter(({ part }) => of.length === 0 || part.of.join('.') === of.join('.'));
  const titleOf = (what: string): string => `${what} the ${planned.noun ?? 'resource'} ${planned.resource}`;
  const made = (path: string, body: unknown, title: string, more: Partial<MadeRequest> = {}): MadeRequest => ({
    ...{ title: titleOf(title), method, path, body, secrets: [] },
    ...(change.mediaType !== undefined && { mediaType: change.mediaType }),
    ...more,
  });
  const differing = parts.filter((part) => differs(part, shown, names, service));
  if (differing.length === 0) return { sends: [], undo: [], losses: [] };
  const [length] = differing.flatMap(({ part }) => part.lengths ?? []);
  if (length !== undefined)
    return `its \`${length.member}\` counts from when it is sent, so that it would differ again; send a request of your own`;
  const path = filledPath(change.path, names);
  if (sends === 'whole') {
    const [request] = expected.requests;
    const sent = of.length > 0 ? differing[0]?.value : request && bodyOfDeclaration(request.request)?.value;
    const unsent = reasonAgainst(sent, expected);
    if (unsent !== undefined) return unsent;
    if (keeps !== undefined && of.length > 0)
      return { sends: [made(path, sent, 'Change')], undo: [], losses: [`${planned.resource} keeps ${keeps}.`] };
    const lengths = parts.flatMap(({ part }) => (part.lengths ?? []).map(({ member }) => member));
    const left = [...except, ...lengths];
    const { store } = ways;
    const former =
      store &&
      storedBody(shown, {
        ...store,
        names: named.names,
        units: service,
        shape: store.operation?.body?.shape,
        pulled: { ...plainPull, ...store.readBack.pulled },
      });
    const complete = isRecord(sent) && isRecord(former?.value) ? withEmpty(former.value, sent) : former?.value;
    return {
      sends: [made(path, without(sent, left), 'Change')],
      undo: [made(path, without(complete, left), 'Change back', { secrets: former?.secrets ?? [] })],
      losses: [],
    };
  }
  const [part] = differing;
  if (part === undefined) return { sends: [], undo: [], losses: [] };
  const wanted = differingMembers(part, shown, names, service);
  const unsent = reasonAgainst(wanted, expected);
  if (unsent !== undefined) return unsent;
  const former = formerMembers(part, shown, names, service);
  if (sends === 'changed')
    return { sends: [made(path, wanted, 'Change')], undo: [made(path, former, 'Change back')], losses: [] };
  return {
    sends: Object.entries(wanted).map(([name, body]) =>
      made(filledPath(change.path, { ...names, name }), body, 'Change'),
    ),
    undo: Object.entries(former).map(([name, body]) =>
      body === null
        ? made(filledPath(removedAt ?? change.path, { ...names, name }), undefined, 'Change back', { method: 'DELETE' })
        : made(filledPath(change.path, { ...names, name }), body, 'Change back'),
    ),
    losses: [],
  };
}

/** Members that the file sets, and that were empty before, are emptied again. */
function withEmpty(former: object, sent: Readonly<Record<string, unknown>>): unknown {
  const empty = Object.entries(sent).filter(([name, member]) => isRecord(member) && !(name in former));
  return { ...former, ...Object.fromEntries(empty.map(([name]) => [name, {}])) };
}

function without(value: unknown, names: readonly string[]): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** Returns why a request with a value is not made, as the end of a sentence. */
function reasonAgainst(value: unknown, { secrets, missing }: ExpectedResource): string | undefined {
  const text = JSON.stringify(value) ?? '';
  const unknown = [...missing].find(([mark]) => text.includes(JSON.stringify(mark).slice(1, -1)));
  if (unknown !== undefined) return unknown[1].reason;
  return isPrivate(value, secrets) ? 'a private value is in it, which only its own request sends' : undefined;
}

function isPrivate(value: unknown, secrets: readonly string[]): boolean {
  const text = JSON.stringify(value) ?? '';
  return secrets.some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
}

/** Returns what undoes a request that changes members of a resource. */
function undoOfChange({ request, step }: ExpectedRequest, { compared, ways, service }: StepParts): Undoing {
  if (step.kind !== 'declares') return { undo: [], losses: [] };
  const { planned } = compared;
  const form = pathForm(step.readBack.declares.path);
  const known = ways.changes?.find(({ path }) => pathForm(path) === form);
  if (known?.keeps !== undefined) return { undo: [], losses: [`${planned.resource} keeps ${known.keeps}.`] };
  const body = formerBody(step.parts, compared, step, service);
  const [path = ''] = request.path.split('?', 1);
  return {
    undo: [
      {
        ...{ title: `Change ${planned.resource} back`, method: request.method, path },
        body,
        ...mediaTypeOf(request.operation),
        secrets: [],
      },
    ],
    losses: [],
  };
}

/** Returns a body that sets the members which differ as they were. */
function formerBody(
  parts: readonly DeclaredPart[],
  { shown }: ComparedResource,
  { names }: NamedInRequest,
  service: Service,
): unknown {
  return parts.reduce<unknown>((body, part) => {
    const former = formerMembers(part, shown, names, service);
    if (Object.keys(former).length === 0) return body;
    const before = valueAt(body, part.part.of);
    return withValueAt(body, part.part.of, { ...(isRecord(before) && before), ...former });
  }, {});
}

/** What was there is stored again, whether or not it works now. */
function untriedPath(path: string, { untried }: ReadBack): string {
  return untried === undefined ? path : `${path}?${untried}`;
}

function filledPath(path: string, names: Readonly<Record<string, string>>): string {
  return fillRequest({ method: 'GET', path }, names).path;
}

/** Returns the id in a response; undefined where there is none. */
export function idIn(response: string, member: MemberNames): string | undefined {
  const value = valueAt(jsonOf(response), member);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
