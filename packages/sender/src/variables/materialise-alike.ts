import type { PreparedRequest } from '../plan/prepared-request';
import type { PlannedField, RequestPlan } from '../plan/plan';
import { secretsOfContent } from '../plan/request-secrets';
import { plainTextOf } from '../plan/segments';
import { perObject } from '@rulebook/text/structures/memo';
import { materialise, type Materialised, type MaterialiseInput } from './materialise';
import { materialisedBody } from './materialise-body';

// Requests after each other often differ by their bodies alone. Then all that decides about their heads is known, and their header fields are the same
// list, by which those who send them recognise it.

/** A request that was filled in, and has no variables. */
interface Known {
  readonly input: MaterialiseInput;
  readonly filled: Extract<Materialised, { readonly request: PreparedRequest }>;
}

/** Fills in plans as `materialise` does. */
type Materialise = (input: MaterialiseInput) => Materialised;

/** Returns what fills in the plans of a sender, known by its port of values. */
export const materialiseFor = perObject((_: object) => createMaterialise());

/** Returns what fills in plans, and remembers the last head with a credential, and the last one without. */
function createMaterialise(): Materialise {
  const known: { with?: Known; without?: Known } = {};
  return (input) => {
    if (!isPlain(input.plan)) return materialise(input);
    const which = input.credential === undefined ? 'without' : 'with';
    const last = known[which];
    if (last !== undefined && isAlike(last.input, input)) return withBody(last, input.plan);
    const filled = materialise(input);
    // What is secret in a body belongs to that body.
    if ('request' in filled && secretsOfContent(filled.request.body).length === 0) known[which] = { input, filled };
    return filled;
  };
}

function isPlain({ variables, turn, opensChannel, target, body, headers }: RequestPlan): boolean {
  return (
    variables.length === 0 &&
    turn === undefined &&
    opensChannel !== true &&
    (body === undefined || (body.kind === 'text' && plainTextOf(body.segments) !== undefined)) &&
    plainTextOf(target) !== undefined &&
    headers.every(
      ({ name, value, whole }) =>
        whole === undefined && plainTextOf(name) !== undefined && plainTextOf(value) !== undefined,
    )
  );
}

function isAlike(one: MaterialiseInput, other: MaterialiseInput): boolean {
  const [a, b] = [one.plan, other.plan];
  return (
    one.endpoint === other.endpoint &&
    one.credential === other.credential &&
    one.userAgent === other.userAgent &&
    a.method === b.method &&
    a.isAbsolute === b.isAbsolute &&
    a.vendor === b.vendor &&
    a.vendorNames === b.vendorNames &&
    a.recommended === b.recommended &&
    a.credential?.kind === b.credential?.kind &&
    nameOfCredential(a) === nameOfCredential(b) &&
    a.scheme === b.scheme &&
    areEqual(a.secretFields, b.secretFields) &&
    isBodyAlike(a.body, b.body) &&
    plainTextOf(a.target) === plainTextOf(b.target) &&
    haveEqualFields(a.headers, b.headers)
  );
}

function nameOfCredential({ credential }: RequestPlan): string | undefined {
  return credential?.kind === 'header' ? credential.name : undefined;
}

/** The kind of a body decides about its media type. */
function isBodyAlike(one: RequestPlan['body'], other: RequestPlan['body']): boolean {
  if (one?.kind !== 'text' || other?.kind !== 'text') return one === other;
  return one.form === other.form && one.isForm === other.isForm;
}

function haveEqualFields(one: readonly PlannedField[], other: readonly PlannedField[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ name, value }, at) => {
      const field = other[at];
      return (
        field !== undefined &&
        plainTextOf(name) === plainTextOf(field.name) &&
        plainTextOf(value) === plainTextOf(field.value)
      );
    })
  );
}

function areEqual(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one === other || (one.length === other.length && one.every((text, at) => text === other[at]));
}

function withBody({ filled }: Known, plan: RequestPlan): Materialised {
  const body = materialisedBody({ plan }, (segments) => plainTextOf(segments) ?? '');
  if (body === undefined) return filled;
  if ('cause' in body) return body;
  const { content } = body;
  const secrets = secretsOfContent(content);
  return {
    ...filled,
    request: { ...filled.request, body: content },
    secrets: secrets.length === 0 ? filled.secrets : [...new Set([...filled.secrets, ...secrets])],
  };
}
