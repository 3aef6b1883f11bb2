import { type Binding, directiveOf } from '../../binding/model';
import type { Block } from '../../syntax/model';
import { credentialOf, isCredential } from '../support/authorization';
import type { BlockSummary, KeyUse } from './summary';

/** Returns the part of the request in the life of a key that the file shows by the name of a request. */
export function keyUseOf(block: Block, { service, operation, request, headers }: Binding): KeyUse | undefined {
  const derived = service?.derivedKeys;
  const header = headers.find(isCredential);
  if (derived === undefined || header === undefined || operation === undefined) return undefined;
  const { scheme, value } = credentialOf(header.text);
  if (scheme.toLowerCase() !== derived.scheme.toLowerCase()) return undefined;
  const used = /^\{\{\s*([^{}.\s]+)\.response\.[^{}]+\}\}$/.exec(value)?.[1];
  const { message, provenance } = derived;
  if (used !== undefined && !derived.allowed.includes(operation.id))
    return { requestName: used, isDerived: false, span: header.span, note: { message, provenance } };
  const name = directiveOf(block, 'name')?.text;
  return name !== undefined && operation.id === derived.create
    ? { requestName: name, isDerived: true, span: request.target.path.span }
    : undefined;
}

/** Returns the group of the requests that create or use the same key. */
export function keyGroupOf({ key }: BlockSummary): string | undefined {
  return key === undefined ? undefined : `key ${key.requestName}`;
}
