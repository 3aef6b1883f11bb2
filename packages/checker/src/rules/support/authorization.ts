import type { Binding, BoundParameter } from '../../binding/model';
import type { Field } from '@rulebook/catalogue/shape';

/** A credential in a header field. */
export interface Credential {
  readonly scheme: string;
  readonly value: string;
  /** The start of the value, counted from the start of the value of the header field. */
  readonly valueOffset: number;
}

/** Returns the parts of the text `Scheme value`. */
export function credentialOf(text: string): Credential {
  const written = text.trim();
  const end = written.search(/\s/);
  if (end < 0) return { scheme: written, value: '', valueOffset: written.length };
  const value = written.slice(end).trimStart();
  return { scheme: written.slice(0, end), value, valueOffset: written.length - value.length };
}

/** Returns whether the parameter is the header field that carries the credential. */
export function isCredential(parameter: BoundParameter): boolean {
  return parameter.kind === 'header' && isCredentialField(parameter.field);
}

/** Returns whether the values of the field are credentials. */
export function isCredentialField({ shape }: Field): boolean {
  return shape.type === 'string' && shape.format === 'credentials';
}

/** Returns whether the request has a credential of the scheme; a scheme alone is not yet a credential. */
export function isSentWith(scheme: string, { headers }: Binding): boolean {
  const header = headers.find(isCredential);
  if (header === undefined) return false;
  const credential = credentialOf(header.text);
  return credential.value !== '' && credential.scheme.toLowerCase() === scheme.toLowerCase();
}

/** Returns whether the URL contains a credential: `https://user:password@host`. */
export function hasCredentialInUrl({ request }: Binding): boolean {
  return request.target.origin?.text.includes('@') === true;
}

/** Returns whether the request names a host without an endpoint, so that no header fields are added. */
export function isAlone({ destination, endpoint, block }: Binding): boolean {
  if (block.association !== undefined || endpoint !== undefined || destination.kind !== 'url') return false;
  return !destination.written.text.includes('{{');
}

/** Returns whether a text is a stand-in for a credential, such as `<TOKEN>` or `YOUR-TOKEN`. */
export function isStandIn(text: string): boolean {
  return (
    text.includes('{{') ||
    /[<>…$*•]|\.\.\./.test(text) ||
    /(^|[^a-z])(your|my|some|example|sample|dummy|test|placeholder|changeme|change[-_]me|redacted|todo|fake)([^a-z]|$)/i.test(
      text,
    ) ||
    /x{4,}|0{6,}/i.test(text) ||
    /^(.)\1{3,}$/.test(text)
  );
}

/** Returns whether a text looks like a real credential: long enough, and not only words. */
export function looksReal(text: string): boolean {
  if (isStandIn(text)) return false;
  const isMixed = /\d/.test(text) && /[A-Za-z]/.test(text);
  return text.length >= 8 && (isMixed || (text.length >= 20 && /[A-Z]/.test(text) && /[a-z]/.test(text)));
}
