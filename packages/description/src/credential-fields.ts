import type { DescribedSource } from '@rulebook/catalogue/facts';
import type { Field } from '@rulebook/catalogue/shape';
import type { PackedDescription } from './packed';

/** Returns the header fields or query parameters that requests authenticate with. */
export function credentialFields(
  { credentials = [] }: PackedDescription,
  kind: 'header' | 'query',
  provenance: DescribedSource,
): readonly Field[] {
  const fields = new Map<string, Field>();
  for (const credential of credentials) {
    const isAuthorization = kind === 'header' && (credential.kind === 'basic' || credential.kind === 'bearer');
    const name = isAuthorization ? 'Authorization' : credential.kind === kind ? credential.field : undefined;
    if (name === undefined || fields.has(name)) continue;
    const { summary = 'The credential of the request.' } = credential;
    fields.set(name, { name, summary, shape: { type: 'string', format: 'password' }, provenance });
  }
  return [...fields.values()];
}
