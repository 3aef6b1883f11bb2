import { isRecord } from '@rulebook/json/is-record';
import { redact } from '@rulebook/catalogue/masking';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { combined, compareValues, secretReason, type Compared, type ComparedBy } from './compare-values';
import type { NamedInRequest, DeclaredPart } from './declared';
import type {
  DeclaringRequest,
  MemberChange,
  PlannedResource,
  ReadResponse,
  ReadPath,
  ResourcePlan,
  ResourceState,
  UnreadRequest,
} from './model';
import { normalise } from './normalise';
import { partShown } from './part-shown';
import { placesIn } from './places-in';
import { readResource } from './read-resource';
import { areAllUnknown } from './unknown-members';
import { resourcesOf, type ExpectedResource } from './resources-of';

/** What stands for a value that must not be shown. */
const hidden = '***';

/** Compares what requests declare with what an endpoint has, of which it only reads. */
export async function planResources(
  requests: readonly (DeclaringRequest | UnreadRequest)[],
  read: ReadPath,
): Promise<ResourcePlan> {
  const { compared, others, problem } = await compareResources(requests, read);
  const resources = compared.map(({ planned }) => planned);
  return { resources, others, ...(problem !== undefined && { problem }) };
}

/** A resource as files declare it, and as the endpoint has it. */
export interface ComparedResource {
  readonly expected: ExpectedResource;
  readonly planned: PlannedResource;
  /** What the endpoint shows of it. */
  readonly shown?: unknown;
}

/** Compares what requests declare with what an endpoint has, and keeps both. */
export async function compareResources(
  requests: readonly (DeclaringRequest | UnreadRequest)[],
  read: ReadPath,
): Promise<{ readonly compared: readonly ComparedResource[]; readonly others: number; readonly problem?: string }> {
  const { resources, others } = resourcesOf(requests);
  const answers = new Map<string, Promise<ReadResponse>>();
  const ask: ReadPath = (path) => {
    const known = answers.get(path) ?? read(path);
    answers.set(path, known);
    return known;
  };
  const compared: ComparedResource[] = [];
  for (const expected of resources) {
    const found = await planResource(expected, ask);
    if ('lost' in found) return { compared, others, problem: found.lost };
    compared.push({ expected, ...found });
  }
  return { compared, others };
}

/** A resource without what must not be shown; or why the endpoint does not respond at all. */
async function planResource(
  expected: ExpectedResource,
  read: ReadPath,
): Promise<Omit<ComparedResource, 'expected'> | { readonly lost: string }> {
  const { named, reason } = expected;
  if (reason !== undefined || named === undefined) return { planned: unknownResource(expected, reason ?? '') };
  const { readPath } = named;
  // What is private goes nowhere but in the request that the user sends.
  const hiddenPath = hiddenReasonIn(expected)(decoded(readPath)) ?? hiddenReasonIn(expected)(readPath);
  if (hiddenPath !== undefined)
    return {
      planned: unknownResource(
        expected,
        hiddenPath === secretReason
          ? 'its path holds a private value, so the endpoint is not asked for it'
          : hiddenPath,
      ),
    };
  const found = await readResource(readPath, named, read);
  if ('lost' in found) return found;
  if ('status' in found) return { planned: missingResource(expected, named) };
  if ('problem' in found) return { planned: unknownResource(expected, found.problem) };
  return { planned: presentResource(expected, named, found.value), shown: found.value };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A list that is not there says less than one without the resource. */
function missingResource(expected: ExpectedResource, named: NamedInRequest): PlannedResource {
  const isList = named.readBack.listed !== undefined;
  return expected.isHidden && isList && expected.state === 'declared'
    ? unknownResource(expected, 'the endpoint does not show what it would be in (404), which may be for lack of rights')
    : absentResource(expected, named);
}

function absentResource(expected: ExpectedResource, { readBack }: NamedInRequest): PlannedResource {
  const { state, isCreated } = expected;
  if (state === 'removed') return resource(expected, 'unchanged');
  return readBack.isLasting === true || !isCreated
    ? unknownResource(expected, 'it is not at the endpoint, and the request changes only one that is there')
    : resource(expected, 'created');
}

function presentResource(expected: ExpectedResource, named: NamedInRequest, value: unknown): PlannedResource {
  const { state, parts } = expected;
  const isLasting = named.readBack.isLasting === true;
  const places = named.readBack.parts.map(({ at }) => placesIn(value, at, named.names));
  const isThere = isLasting || (value !== undefined && (places.length === 0 || places.some((all) => all.length > 0)));
  if (!isThere) return absentResource(expected, named);
  if (state === 'removed') return resource(expected, 'deleted');
  const by = { units: expected.units, hiddenReason: hiddenReasonIn(expected) };
  const results = parts.map((part) => comparePart(part, value, named, by));
  const { changes, unknown } = combined(results);
  const isKnown = unknown.length === 0;
  if (changes.length === 0 && !isKnown && areAllUnknown(parts, unknown))
    return { ...resource(expected, 'unknown', { changes, unknown }), reason: 'no member of it could be compared' };
  return resource(expected, changes.length > 0 ? 'changed' : isKnown ? 'unchanged' : 'unknown', { changes, unknown });
}

function comparePart(
  { part, value, shape, around }: DeclaredPart,
  response: unknown,
  { names }: NamedInRequest,
  by: Omit<ComparedBy, 'form'>,
): Compared {
  const places = placesIn(response, part.at, names);
  if (places.length === 0 && part.lackedWhen !== undefined && isRecord(value) && Object.keys(value).length > 0)
    return { changes: [], unknown: [{ path: part.of.join('.'), reason: part.lackedWhen }] };
  const all = places.length === 0 ? [{ names: [], value: undefined }] : places;
  return combined(
    all.map(({ names: chosen, value: actual }) => {
      // Of several resources, the change says which one has it.
      const path = [...(all.length > 1 ? chosen : []), ...part.of].join('.');
      const shown = normalise(partShown(actual, value, part, by.units), part);
      return compareValues(value, shown, { ...by, form: part }, { names: [], path, shape, around });
    }),
  );
}

function unknownResource(expected: ExpectedResource, reason: string): PlannedResource {
  return { ...resource(expected, 'unknown'), reason };
}

function resource(
  expected: ExpectedResource,
  state: ResourceState,
  { changes, unknown }: Compared = { changes: [], unknown: [] },
): PlannedResource {
  const { named, noun, sources } = expected;
  const isPrivate = isPrivateIn(expected);
  const [first] = sources;
  const name = named?.key ?? first?.label ?? '';
  return {
    resource: withoutPrivate(name, expected),
    ...(noun !== undefined && { noun }),
    state,
    sources: sources.map((one) => ({ ...one, label: withoutPrivate(one.label, expected) })),
    changes: changes.map((one) => shownChange(one, isPrivate)),
    unknown,
  };
}

/** A text that was filled in is private where it is a private value, or holds one that is not there by chance. */
function isPrivateIn({ secrets }: ExpectedResource): (text: string) => boolean {
  return (text) => secrets.some((secret) => text === secret || (secret.length >= 4 && text.includes(secret)));
}

function hiddenReasonIn(expected: ExpectedResource): (text: string) => string | undefined {
  const isPrivate = isPrivateIn(expected);
  return (text) => {
    const missing = [...expected.missing].find(([mark]) => text.includes(mark));
    return missing?.[1].reason ?? (isPrivate(text) ? secretReason : undefined);
  };
}

function withoutPrivate(text: string, { secrets, missing }: ExpectedResource): string {
  const asWritten = [...missing].reduce((shown, [mark, { written }]) => shown.replaceAll(mark, written), text);
  return secrets.reduce((shown, secret) => {
    const forms = [secret, encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd'))];
    return forms.reduce((rest, form) => (form.length >= 4 ? rest.replaceAll(form, hidden) : rest), shown);
  }, asWritten);
}

function shownChange({ path, declared, actual }: MemberChange, isPrivate: (text: string) => boolean): MemberChange {
  const shown = (value: unknown): unknown => withoutSecrets(value, isPrivate);
  return {
    path,
    ...(declared !== undefined && { declared: shown(declared) }),
    ...(actual !== undefined && { actual: shown(actual) }),
  };
}

function withoutSecrets(value: unknown, isPrivate: (text: string) => boolean): unknown {
  if (typeof value === 'string') return isPrivate(value) ? hidden : redact(value);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, isPrivate));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      typeof member !== 'object' && isSecretMember(name.split('.').at(-1) ?? '')
        ? hidden
        : withoutSecrets(member, isPrivate),
    ]),
  );
}
