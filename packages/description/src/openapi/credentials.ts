import type { Credential } from '@rulebook/catalogue/service';
import { itemsAt, membersAt, textAt, type Place } from './place';
import type { Reading } from './reading';
import { firstParagraph } from './wording';

/** Returns the ways to authenticate that a description defines. */
export function credentialsAt(schemes: Place | undefined, { references, problems }: Reading): readonly Credential[] {
  return membersAt(schemes).flatMap((entry) => {
    const scheme = references.resolved(entry);
    if (scheme === undefined) return [];
    const credential = credentialAt(scheme);
    if (credential === undefined) {
      problems.error('The `type` of a security scheme must be one of the format.', scheme);
      return [];
    }
    if (credential.kind === 'other')
      problems.information(
        'A credential of this kind is not filled in. Write its header field into the request.',
        scheme,
      );
    const summary = textAt(scheme, 'description');
    return [{ name: entry.key, ...credential, summary: summary && firstParagraph(summary) }];
  });
}

function credentialAt(scheme: Place): Pick<Credential, 'kind' | 'field'> | undefined {
  switch (textAt(scheme, 'type')) {
    case 'apiKey': {
      const kind = textAt(scheme, 'in');
      const field = textAt(scheme, 'name');
      if ((kind !== 'header' && kind !== 'query' && kind !== 'cookie') || field === undefined) return undefined;
      return { kind, field };
    }
    case 'http': {
      const word = textAt(scheme, 'scheme')?.toLowerCase();
      return { kind: word === 'basic' || word === 'bearer' ? word : 'other' };
    }
    case 'basic':
      return { kind: 'basic' };
    case 'oauth2':
    case 'openIdConnect':
      return { kind: 'bearer' };
    case 'mutualTLS':
      return { kind: 'other' };
    default:
      return undefined;
  }
}

/** What requests of an operation authenticate with. */
interface Requirements {
  /** The names of the credentials, each an alternative; empty if none is needed. */
  readonly names: readonly string[];
  /** The scopes that are needed: all of these, of each one of the names. */
  readonly scopes: readonly (readonly string[])[];
}

/** Returns what a list of security requirements asks for. */
export function requirementsAt(
  list: Place,
  known: readonly Credential[],
  { problems }: Reading,
): Requirements | undefined {
  if (!Array.isArray(list.value)) {
    problems.error('`security` must be a list.', list);
    return undefined;
  }
  const names = new Set<string>();
  const scopes: (readonly string[])[] = [];
  let isOptional = false;
  for (const alternative of itemsAt(list)) {
    const entries = membersAt(alternative);
    if (entries.length === 0) isOptional = true;
    if (entries.length > 1)
      problems.information('Several credentials at once are not checked; each counts as an alternative.', alternative);
    for (const entry of entries) {
      if (!known.some(({ name }) => name === entry.key)) {
        problems.error(`The security scheme \`${entry.key}\` is not defined.`, entry);
        continue;
      }
      names.add(entry.key);
      const own = itemsAt(entry).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
      if (own.length > 0) scopes.push(own);
    }
  }
  return isOptional ? { names: [], scopes: [] } : { names: [...names], scopes: scopesOfAlternatives(scopes) };
}

/** Of one alternative, all scopes are needed; of several, any of them may do. */
function scopesOfAlternatives(alternatives: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [only, ...others] = alternatives;
  if (only === undefined) return [];
  return others.length === 0 ? only.map((scope) => [scope]) : [[...new Set(alternatives.flat())]];
}
