import { refused, type Refusal } from '../refusal';
import { isBehind, schemeOf } from '@rulebook/checker/binding/destination';
import type { Endpoint } from '@rulebook/checker/binding/model';
import { vendorHeaderName, vendorMediaType } from '@rulebook/checker/binding/vendor-name';
import { handshakeUrl } from '@rulebook/request-file/syntax/channel';
import { explainUnsendable, unsendableCharacter } from '@rulebook/request-file/syntax/header-value';
import { originFault } from '@rulebook/request-file/syntax/origin-fault';
import { isHost, readOrigin } from '@rulebook/request-file/syntax/parse-origin';
import { explainFieldInPath, explainHeadVariable, meaningInHead } from '@rulebook/request-file/syntax/head-variable';
import { encodeBase64 } from '@rulebook/text/base64';
import { differingHost } from '@rulebook/text/differing-host';
import { readUrl, withoutUserInfo } from '@rulebook/text/url';
import type { BodyFile, PreparedRequest } from '../plan/prepared-request';
import type { RequestPlan, Segment } from '../plan/plan';
import type { NamedResponses } from './named-responses';
import { secretsOfTurn, valueInIteration } from './iterations';
import { awsKeyOf, credentialFieldOf, digestOf, encodedCredential, useOfCredential } from '../plan/authentication';
import { secretsOfRequest } from '../plan/request-secrets';
import { parseEnvironmentFile } from '@rulebook/request-file/environments/parse-environment-file';
import { originOf } from '../private/ways';
import { isPrivateFile, namedPlacesOf, usesOf, type PrivateUse } from '../private/private-sources';
import {
  filesOf,
  jsonType,
  type BodyInput,
  materialisedBody,
  materialisedChannel,
  mediaType,
  type MaterialisedBody,
} from './materialise-body';
import { placedInCookies } from './places/field-places';
import { joined } from './places/part';
import { partsOfSegments } from './places/place-values';
import { placedInTarget } from './places/target-places';
import type { RequestValues } from './request-values';
import { createFiller } from './resolve-variables';
import { withoutTrailing } from '@rulebook/text/trim';

/** Everything that a plan needs before it can be sent. */
export interface MaterialiseInput extends Omit<RequestValues, 'answers'> {
  readonly plan: RequestPlan;
  /** The endpoint for paths. Its credential is used only for URLs behind its base URL. */
  readonly endpoint?: Endpoint | undefined;
  readonly answers?: NamedResponses;
  /** The product and its version for `User-Agent`, for example `rulebook/1.0.0`. */
  readonly userAgent?: string | undefined;
  /** Used when the request has no `Authorization` of its own. */
  readonly credential?: string | undefined;
  /** The files that the plan's body includes, by their paths as written. */
  readonly files?: ReadonlyMap<string, BodyFile>;
}

/** The request and the values that must never be shown, or the variables without a value, or why it cannot be sent. */
export type Materialised =
  | {
      readonly request: PreparedRequest;
      readonly secrets: readonly string[];
      /** The private values in it, with their sources, which decide where it may go. */
      readonly uses: readonly PrivateUse[];
      /** What values change of the structure that is written, as sentences without any value. */
      readonly changes: readonly string[];
      /** Which values add segments to the path, as such sentences; the request may be another operation then. */
      readonly segmentsAdded: readonly string[];
      /** The URL with the names of variables in place of their values in the path. */
      readonly writtenUrl: string;
    }
  | { readonly unresolved: readonly string[] }
  /** The request cannot be built, whatever values the variables have. */
  | Refusal;

/** Fills in a plan's variables, and adds what the endpoint defines. Without an endpoint, a path stays the URL, which no transport sends. */
export function materialise(input: MaterialiseInput): Materialised {
  const { plan, endpoint, resolve, system, answers } = input;
  const vendor = endpoint?.vendor ?? plan.vendor;
  const filler = createFiller(resolve, system, (name) => valueInIteration(plan.turn, name) ?? answers?.resolve(name));
  const target = placedInTarget(partsOfSegments(plan.target, filler.fill), plan);
  const place = urlOfTarget(target.text.trim(), plan, endpoint);
  const head = headOf(plan, filler.fill);
  const written = withOneCookie(head.fields)
    // The transport computes the length; a written one is wrong as soon as a variable is filled in.
    .filter(([name]) => name !== '' && name.toLowerCase() !== 'content-length')
    .map(([name, value]) =>
      name.toLowerCase() === 'host' ? ([name, hostIn(value)] as const) : ([name, value] as const),
    );
  const authorization = written.find(([name]) => name.toLowerCase() === 'authorization');
  const ownKey = authorization && awsKeyOf(authorization[1]);
  const ownDigest = authorization && digestOf(authorization[1]);
  const headers: (readonly [string, string])[] = written
    .filter((field) => field !== authorization || (ownKey === undefined && ownDigest === undefined))
    .map(
      ([name, value]) =>
        [
          vendorHeaderName(name, vendor, plan.vendorNames),
          isCredentialField(name) ? encodedCredential(value) : vendorMediaType(value, vendor, plan.vendorNames),
        ] as const,
    );
  const content = { plan, files: input.files, type: valueOf(written, 'content-type') };
  const body = bodyOfPlan(content, head.body, filler.fill);
  if (filler.problem !== undefined) return refused(filler.problem);
  if (filler.unresolved.length > 0) return { unresolved: filler.unresolved };
  if ('cause' in place) return place;
  const field = fieldInPath(plan.target, filler.fill);
  if (field !== undefined) return refused(explainFieldInPath(field));
  if (head.problem !== undefined) return refused(head.problem);
  if (body !== undefined && 'cause' in body) return body;
  const unsendable = headers.find(([, value]) => unsendableCharacter(value) !== undefined);
  if (unsendable) return refused(explainUnsendable(unsendable[0]));

  const userInfo = place.url.includes('@') ? readUrl(place.url)?.userInfo : undefined;
  const url = userInfo === undefined ? place.url : withoutUserInfo(place.url);
  const secrets = [...filler.secrets, ...(answers?.secretsFor(filler.used) ?? []), ...secretsOfTurn(plan.turn)];
  const add = (name: string, value: string) => {
    if (!headers.some(([present]) => present.toLowerCase() === name.toLowerCase())) headers.push([name, value]);
  };
  for (const { name, value } of plan.recommended ?? [])
    add(vendorHeaderName(name, vendor, plan.vendorNames), vendorMediaType(value, vendor, plan.vendorNames));
  const type = body === undefined ? undefined : head.body === undefined ? mediaType(plan, body.content) : jsonType;
  if (type !== undefined) add('Content-Type', type);
  // A credential in the request takes precedence over that of the endpoint.
  if (userInfo !== undefined && userInfo !== '') {
    const [user = '', ...password] = userInfo.split(':').map(decodedText);
    add('Authorization', `Basic ${encodeBase64(`${user}:${password.join(':')}`)}`);
    secrets.push(userInfo, password.join(':'));
  }
  const credential = input.credential?.trim() ?? '';
  const canBeAdded =
    ownKey === undefined &&
    ownDigest === undefined &&
    differingHost(url, headers) === undefined &&
    takesCredential(plan, endpoint) &&
    !hasOwnCredential({ url, headers }, plan, endpoint);
  const credentialScope = credential !== '' && canBeAdded && isBehind(url, endpoint) ? endpoint?.baseUrl : undefined;
  const credentialField = credentialFieldOf(endpoint?.authentication, plan.credential);
  const use = credentialScope === undefined ? undefined : useOfCredential(credential, endpoint?.authentication, plan);
  if (use !== undefined) secrets.push(credential);
  const aws = ownKey ?? (use?.kind === 'aws' ? use.key : undefined);
  if (aws !== undefined) secrets.push(aws.secretAccessKey, aws.sessionToken ?? '');
  if (use?.kind === 'field') add(use.name, isCredentialField(use.name) ? encodedCredential(use.value) : use.value);
  add('Accept', '*/*');
  add('User-Agent', input.userAgent ?? 'rulebook');
  for (const [name, value] of written) {
    if (isCredentialField(name)) secrets.push(value, value.replace(/^\S+ +/, ''));
    else if (isSecretField(name, plan)) secrets.push(value);
  }
  secrets.push(...valuesOfQuery(url, plan));
  const files = privateBodies(input);
  secrets.push(...files.flatMap(({ values }) => values));
  const holdsSecret = (text: string, shortest = 1) =>
    secrets.some((one) => one.length >= shortest && text.includes(one));
  const secretFields = headers
    // A shorter value is in the name of a field by chance.
    .filter(([name, value]) => isSecretField(name, plan) || holdsSecret(value) || holdsSecret(name, 4))
    .map(([name]) => name);
  secrets.push(...inOtherCase(secrets, url, headers));
  // The connection begins with a request that reads.
  const request: RequestDraft = { method: plan.opensChannel ? 'GET' : plan.method, url, headers };
  if (body && !(plan.opensChannel && body.content.length === 0)) request.body = body.content;
  if (body?.channel) request.channel = body.channel;
  if (credentialScope !== undefined) {
    request.credentialScope = credentialScope;
    if (credentialField !== undefined) request.credentialField = credentialField;
  } else if (ownDigest !== undefined) request.credentialScope = originOf(url);
  if (aws !== undefined) request.aws = aws;
  const digest = ownDigest ?? (use?.kind === 'digest' ? { user: use.user, password: use.password } : undefined);
  if (digest !== undefined) {
    request.digest = digest;
    secrets.push(digest.password);
  }
  if (secretFields.length > 0) request.secretFields = secretFields;
  return {
    request,
    secrets: [...new Set([...secrets, ...secretsOfRequest(request)])].filter((secret) => secret !== ''),
    uses: [...usesOf(filler, answers), ...(plan.turn?.variable?.uses ?? []), ...files.map(({ use }) => use)],
    changes: [...target.changes, ...head.changes, ...(body?.changes ?? [])],
    segmentsAdded: target.segmentsAdded,
    writtenUrl: target.written === target.text ? url : (writtenUrlOf(target.written, input) ?? url),
  };
}

type RequestDraft = { -readonly [Member in keyof PreparedRequest]: PreparedRequest[Member] };

function writtenUrlOf(target: string, { plan, endpoint }: MaterialiseInput): string | undefined {
  const place = urlOfTarget(target.trim(), plan, endpoint);
  return 'url' in place ? withoutUserInfo(place.url) : undefined;
}

/** Joins the cookies of several fields: a request has at most one field `Cookie` (RFC 6265, section 5.4). */
function withOneCookie(fields: readonly (readonly [name: string, value: string])[]): typeof fields {
  const isCookie = ([name]: readonly [name: string, value: string]) => name.toLowerCase() === 'cookie';
  const [first, ...others] = fields.filter(isCookie);
  if (first === undefined || others.length === 0) return fields;
  const all = [first, ...others].map(([, value]) => value.replace(/;[ \t]*$/, '')).filter((value) => value !== '');
  const joint = [first[0], all.join('; ')] as const;
  return fields.flatMap((field) => (field === first ? [joint] : isCookie(field) ? [] : [field]));
}

/** Returns a host without the scheme that JetBrains writes in front of it: `Host: http://a.example:8080`. */
function hostIn(value: string): string {
  return /^https?:\/\/([^/?#]+)\/?$/i.exec(value)?.[1] ?? value;
}

function valueOf(fields: readonly (readonly [name: string, value: string])[], name: string): string | undefined {
  return fields.find(([one]) => one.toLowerCase() === name)?.[1];
}

function bodyOfPlan(
  input: BodyInput,
  ofHead: string | undefined,
  fill: (segments: readonly Segment[]) => string,
): MaterialisedBody | Refusal | undefined {
  if (input.plan.opensChannel) return materialisedChannel(input, fill);
  return ofHead === undefined ? materialisedBody(input, fill) : { content: ofHead };
}

/** Returns the header fields of a plan, and what the values of variables among them add. */
function headOf(
  { headers }: RequestPlan,
  fill: (segments: readonly Segment[]) => string,
): {
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
  readonly problem?: string;
  readonly changes: readonly string[];
} {
  const fields: (readonly [name: string, value: string])[] = [];
  const changes: string[] = [];
  let body: string | undefined;
  for (const { name, value, whole } of headers) {
    const first = fill(name);
    if (whole === undefined) {
      const parts = partsOfSegments(value, fill);
      if (first.trim().toLowerCase() === 'cookie') changes.push(...placedInCookies(parts).changes);
      fields.push([first.trim(), joined(parts).trim()]);
      continue;
    }
    const meaning = meaningInHead(first, whole.mayBeBody);
    if (meaning.kind === 'fields') fields.push(...meaning.fields);
    else if (meaning.kind === 'body') body = first;
    else return { fields, changes, problem: explainHeadVariable(textOfSegments(name)) };
  }
  return { fields, changes, ...(body !== undefined && { body }) };
}

/** Returns the name of the variable that a line consists of. */
function textOfSegments(segments: readonly Segment[]): string {
  return segments.map((segment) => (typeof segment === 'string' ? segment : segment.variable)).join('');
}

/** A private file that is sent, and the values in it. */
interface SentFile {
  readonly use: PrivateUse;
  readonly values: readonly string[];
}

/** Returns the private files that the body includes. */
function privateBodies({ plan, files }: MaterialiseInput): readonly SentFile[] {
  return filesOf(plan).flatMap((place): readonly SentFile[] => {
    const file = files?.get(place);
    const path = file?.path ?? place;
    if (file === undefined || !(isPrivateFile(place) || isPrivateFile(path))) return [];
    const { sections = [] } = parseEnvironmentFile(path, file.text() ?? '') ?? {};
    const values = sections.flatMap(({ variables }) => variables.flatMap(({ value }) => value ?? []));
    return [{ use: { source: { kind: 'file', path, place, named: namedPlacesOf(values) } }, values }];
  });
}

/** Returns secrets as a service receives them in the host of the URL and in names of header fields, which do not distinguish case. */
function inOtherCase(
  secrets: readonly string[],
  url: string,
  headers: readonly (readonly [name: string, value: string])[],
): readonly string[] {
  if (secrets.length === 0) return [];
  const text = [readUrl(url)?.host ?? '', ...headers.map(([name]) => name)].join('\n').toLowerCase();
  return secrets.map((one) => one.toLowerCase()).filter((one) => one !== '' && text.includes(one));
}

/** Returns the variable that is a segment of the path though its value is a header field: its line is indented, as one that continues the path. */
function fieldInPath(target: readonly Segment[], fill: (segments: readonly Segment[]) => string): string | undefined {
  let isBehindSlash = false;
  for (const segment of target) {
    if (typeof segment === 'string') {
      if (segment.includes('?')) break;
      if (segment !== '') isBehindSlash = segment.endsWith('/');
    } else {
      if (isBehindSlash && /^(?:[A-Za-z][\w-]*):[ \t]+\S/.test(fill([segment]))) return segment.variable;
      isBehindSlash = false;
    }
  }
  return undefined;
}

/** Returns the URL of a filled target. */
function urlOfTarget(
  target: string,
  { isAbsolute, opensChannel }: RequestPlan,
  endpoint: Endpoint | undefined,
): { readonly url: string } | Refusal {
  const fault = originFault(target, readOrigin(target).length);
  if (fault !== undefined) return refused(fault.reason);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(target)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    if (scheme === 'http' || scheme === 'https') return { url: target };
    if (opensChannel) return { url: handshakeUrl(target) };
    return refused(`the URL begins with \`${scheme}:\`; write \`WEBSOCKET\` in front of it`);
  }
  const below = (path: string) => ({ url: endpoint === undefined ? path : withoutSlash(endpoint.baseUrl) + path });
  if (target.startsWith('/')) return below(target);
  // The value of a variable in front of the path may be a host without a scheme.
  if (isHost(target.split(/[/?#]/, 1)[0] ?? '')) return { url: `${schemeOf(target)}://${target}` };
  if (!isAbsolute) return below(`/${target}`);
  return refused(
    'the variable in front of the path may be a host or the first part of the path; write `http://` or `https://` in front of a host, or `/` in front of a path',
  );
}

/** Returns whether the credential of an endpoint belongs into a request to it. */
export function takesCredential(
  { credential }: Pick<RequestPlan, 'credential'>,
  endpoint: Endpoint | undefined,
): boolean {
  const type = endpoint?.authentication?.type;
  return type === undefined ? credential?.kind !== 'none' : type !== 'none' && type !== 'unreadable';
}

/** Returns whether the request has a credential of its own, which takes precedence over that of the endpoint. */
export function hasOwnCredential(
  { headers, aws, digest }: Pick<PreparedRequest, 'url' | 'headers' | 'aws' | 'digest'>,
  { credential }: Pick<RequestPlan, 'credential'>,
  endpoint?: Endpoint,
): boolean {
  const field = credentialFieldOf(endpoint?.authentication, credential)?.toLowerCase();
  if (aws !== undefined || digest !== undefined) return true;
  return headers.some(([name]) => name.toLowerCase() === 'authorization' || name.toLowerCase() === field);
}

function isSecretField(name: string, { secretFields = [] }: RequestPlan): boolean {
  return secretFields.some((field) => field.toLowerCase() === name.toLowerCase());
}

/** Returns the values of the query parameters that carry credentials, as written and decoded. */
function valuesOfQuery(url: string, plan: RequestPlan): readonly string[] {
  if (plan.secretFields === undefined || !url.includes('?')) return [];
  const query = url.slice(url.indexOf('?') + 1).split('#', 1)[0] ?? '';
  return query.split('&').flatMap((pair) => {
    const [name = '', ...rest] = pair.split('=');
    const value = rest.join('=');
    return isSecretField(decodedText(name), plan) ? [value, decodedText(value)] : [];
  });
}

function isCredentialField(name: string): boolean {
  return /^(?:proxy-)?authorization$/i.test(name);
}

function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutSlash(url: string): string {
  return withoutTrailing(url, '/');
}
