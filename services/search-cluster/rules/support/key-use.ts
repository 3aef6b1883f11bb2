import { type Binding, directiveOf } from '@rulebook/checker/binding/model';
import type { Block } from '@rulebook/request-file/syntax/model';
import { credentialOf, isCredential } from '@rulebook/checker/rules/support/authorization';
import { serviceSummary } from '@rulebook/checker/rules/across/service-summary';
import type { BlockSummary } from '@rulebook/checker/rules/across/summary';
import type { Service } from '@rulebook/catalogue/service';
import type { Span } from '@rulebook/text/span';

/** The part of a request in the life of a key; the name of the request that creates the key identifies it. */
interface KeyUse {
  readonly requestName: string;
  /** The request creates the key, under the credential of another key. */
  readonly isDerived: boolean;
  readonly span: Span;
  /** What is reported about its use if the key is derived. */
  readonly note?: Pick<NonNullable<Service['derivedKeys']>, 'message' | 'provenance'>;
}

/** Returns the part of the request in the life of a key that the file shows by the name of a request. */
function keyUseOf(block: Block, { service, operation, request, headers }: Binding): KeyUse | undefined {
  const derived = service?.derivedKeys;
  const header = headers.find(isCredential);
  if (derived === undefined || header === undefined || operation === undefined) return undefined;
  const isCreating = operation.id === derived.create;
  // Nearly all credentials are neither.
  if (!isCreating && !header.text.includes('.response.')) return undefined;
  const { scheme, value } = credentialOf(header.text);
  if (scheme.toLowerCase() !== derived.scheme.toLowerCase()) return undefined;
  const used = /^\{\{\s*([^{}.\s]+)\.response\.[^{}]+\}\}$/.exec(value)?.[1];
  const { message, provenance } = derived;
  if (used !== undefined && !derived.allowed.includes(operation.id))
    return { requestName: used, isDerived: false, span: header.span, note: { message, provenance } };
  const name = directiveOf(block, 'name')?.text;
  return name !== undefined && isCreating
    ? { requestName: name, isDerived: true, span: request.target.path.span }
    : undefined;
}

/** What is remembered of keys. */
export const keyUse = serviceSummary('key', keyUseOf, {
  concerns: (_, service) => service.derivedKeys !== undefined,
});

/** Returns the group of the requests that create or use the same key. */
export function keyGroupOf(summary: BlockSummary): string | undefined {
  const key = keyUse.in(summary);
  return key === undefined ? undefined : `key ${key.requestName}`;
}
