import type { Binding } from '@rulebook/checker/binding/model';
import type { Credential, Service } from '@rulebook/catalogue/service';
import type { PlannedCredential } from './plan';

/**
 * Returns how a described service takes its credential, and under which scheme. A service whose header fields are described by its document
 * takes it in `Authorization`; then there is nothing to say.
 */
export function credentialOfPlan({ service, operation }: Pick<Binding, 'service' | 'operation'>): {
  readonly scheme?: string;
  readonly credential?: PlannedCredential;
  readonly secretFields?: readonly string[];
} {
  if (service === undefined) return {};
  const scheme = service.defaultScheme;
  const known = service.credentials ?? [];
  if (known.length === 0 || documentsCredential(service)) return { scheme };
  const secretFields = known.flatMap(({ kind, field }) => (field !== undefined && kind !== 'other' ? [field] : []));
  const secrets = secretFields.length > 0 ? { secretFields } : {};
  const names = operation?.credentials;
  if (names?.length === 0) return { scheme, credential: { kind: 'none' }, ...secrets };
  const accepted = names === undefined ? known : known.filter(({ name }) => names.includes(name));
  const chosen = accepted.find(canBeAdded) ?? accepted[0];
  return { ...credentialPlaceOf(chosen, scheme), ...secrets };
}

/** A key in the query would be written into logs, and a cookie is set by the service itself: neither is added. */
function canBeAdded({ kind, field }: Credential): boolean {
  return kind === 'bearer' || kind === 'basic' || (kind === 'header' && field !== undefined);
}

function credentialPlaceOf(
  chosen: Credential | undefined,
  usual: string,
): { readonly scheme: string; readonly credential?: PlannedCredential } {
  switch (chosen?.kind) {
    case 'bearer':
      return { scheme: 'Bearer' };
    case 'basic':
      return { scheme: 'Basic' };
    case 'header':
      return chosen.field === undefined
        ? { scheme: usual }
        : { scheme: usual, credential: { kind: 'header', name: chosen.field } };
    case 'query':
    case 'cookie':
      return { scheme: usual, credential: { kind: 'none' } };
    case 'other':
    case undefined:
      return { scheme: usual };
  }
}

function documentsCredential({ headers }: Service): boolean {
  return headers.some(({ shape }) => shape.type === 'string' && shape.format === 'credentials');
}
