import type { Authentication } from '@rulebook/checker/binding/authentication';
import { encodeBase64 } from '@rulebook/text/base64';
import type { AwsKey } from './prepared-request';
import type { PlannedCredential } from './plan';

/** How a credential becomes a part of a request. */
type CredentialUse =
  /** As the whole value of a header field. */
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  /** By the answer to a challenge of the service. */
  | { readonly kind: 'digest'; readonly user: string; readonly password: string }
  /** By a signature of the whole request. */
  | { readonly kind: 'aws'; readonly key: AwsKey };

/** Returns the key in a field `AWS <id> <secret> token:… region:… service:…`, as REST Client and httpYac write it; undefined for another value. */
export function awsKeyOf(value: string): AwsKey | undefined {
  const [, rest] = /^AWS[ \t]+(\S.*)$/is.exec(value.trim()) ?? [];
  if (rest === undefined) return undefined;
  const words = rest.replace(/\b(token|region|service)[ \t]*:[ \t]*/gi, '$1:').split(/[ \t]+/);
  const [accessKeyId = '', secretAccessKey = ''] = words.filter((word) => !/^(?:token|region|service):/i.test(word));
  if (accessKeyId === '' || secretAccessKey === '') return undefined;
  const named = (name: string) =>
    words.find((word) => word.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1);
  const [sessionToken, region, service] = [named('token'), named('region'), named('service')];
  return {
    ...{ accessKeyId, secretAccessKey },
    ...(sessionToken && { sessionToken }),
    ...(region && { region }),
    ...(service && { service }),
  };
}

/** Returns user and password in a field `Digest user:password` or `Digest user password`, as REST Client and httpYac write it; undefined for another value. */
export function digestOf(value: string): { readonly user: string; readonly password: string } | undefined {
  const [, rest] = /^Digest[ \t]+(\S.*)$/is.exec(value.trim()) ?? [];
  // A field that answers a challenge has members.
  if (rest === undefined || /^\w+\*?=(?:"|[\w-]+(?:,|$))/.test(rest)) return undefined;
  const { user, password } = pairOf(rest);
  return password === '' ? undefined : { user, password };
}

const knownScheme = /^(ApiKey|Bearer|Basic) +/i;

/** Returns how a credential is sent: as the endpoint says, or else as the operation does, under the scheme of its service. */
export function useOfCredential(
  credential: string,
  authentication: Authentication | undefined,
  planned: { readonly scheme?: string | undefined; readonly credential?: PlannedCredential | undefined },
): CredentialUse {
  const field = (scheme: string): CredentialUse => {
    const value = knownScheme.test(credential) ? credential : `${scheme} ${credential}`;
    return { kind: 'field', name: 'Authorization', value };
  };
  switch (authentication?.type) {
    case 'digest':
      return { kind: 'digest', user: authentication.user ?? '', password: credential };
    case 'basic': {
      const { user } = authentication;
      const pair = user === undefined ? credential : `${user}:${credential}`;
      return {
        kind: 'field',
        name: 'Authorization',
        value: /^Basic +/i.test(credential) ? credential : `Basic ${pair}`,
      };
    }
    case 'api-key': {
      const { field: name } = authentication;
      return name === undefined ? field('ApiKey') : { kind: 'field', name, value: credential };
    }
    case 'aws': {
      const [accessKeyId = '', secretAccessKey = '', sessionToken = ''] = credential.split(':');
      const { region } = authentication;
      const service = authentication.awsService;
      return {
        kind: 'aws',
        key: {
          ...{ accessKeyId, secretAccessKey },
          ...(sessionToken !== '' && { sessionToken }),
          ...(region !== undefined && { region }),
          ...(service !== undefined && { service }),
        },
      };
    }
    case 'bearer':
    case 'oauth2':
      return field('Bearer');
    case 'none':
    case 'unreadable':
    case undefined:
      return planned.credential?.kind === 'header'
        ? { kind: 'field', name: planned.credential.name, value: credential }
        : field(planned.scheme ?? 'Bearer');
  }
}

/** Returns the header field that holds the credential of an endpoint; the plan's own unless the endpoint names one. */
export function credentialFieldOf(
  authentication: Authentication | undefined,
  planned: PlannedCredential | undefined,
): string | undefined {
  if (authentication?.type === 'api-key' && authentication.field !== undefined) return authentication.field;
  return authentication === undefined && planned?.kind === 'header' ? planned.name : undefined;
}

/** Encodes a user name and a password behind `Basic`. They are recognized by a colon or a blank, which base64 does not contain. */
export function encodedCredential(value: string): string {
  const [, rest = ''] = /^Basic[ \t]+(.*)$/is.exec(value) ?? [];
  if (!/[:\s]/.test(rest)) return value;
  const { user, password } = pairOf(rest);
  return `Basic ${encodeBase64(`${user}:${password}`)}`;
}

/** Splits `user:password` or `user password`. */
function pairOf(text: string): { readonly user: string; readonly password: string } {
  const [first = '', ...words] = text.split(/[ \t]+/);
  const colon = first.includes(':') ? text.indexOf(':') : -1;
  return colon < 0
    ? { user: first, password: words.join(' ') }
    : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}
