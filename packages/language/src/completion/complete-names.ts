import type { KnownName } from '@rulebook/catalogue/name-lists';
import type { NamesAt } from '../cursor/names-at';
import { inCode } from '@rulebook/catalogue/markdown/foreign-markdown';
import type { Offer } from './offer';

/** So many names are offered at once; more come as soon as more is typed. */
const maxOffered = 200;

/** The names of an endpoint that can be at a position, as they are written there. */
interface OfferedNames {
  readonly names: readonly KnownName[];
  /** There are more that fit. */
  readonly isPartial: boolean;
}

/** Returns the names that fit what is typed, those that begin so first, without those that are in the list already. */
export function fittingNames({ known, others }: NamesAt, typed: string): OfferedNames {
  const word = typed.toLowerCase();
  const taken = new Set(others);
  const begun: KnownName[] = [];
  const inside: KnownName[] = [];
  for (const one of known.names) {
    // A hidden name is written with a point in front.
    if (taken.has(one.name) || (one.name.startsWith('.') && !word.startsWith('.'))) continue;
    const name = one.name.toLowerCase();
    if (name.startsWith(word)) begun.push(one);
    else if (word !== '' && name.includes(word)) inside.push(one);
  }
  const all = [...begun, ...inside];
  return { names: all.slice(0, maxOffered), isPartial: all.length > maxOffered };
}

/** Returns what an offer of a name says. */
export function describeName(
  { name, noun, description }: KnownName,
  { endpoint, asked }: Pick<NamesAt, 'endpoint' | 'asked'>,
): { readonly detail: string; readonly markdown: string } {
  const kind = noun ?? asked.list.noun;
  const detail = description === undefined ? kind : `${kind} · ${description}`;
  const about = description === undefined ? '' : `\n\n${inCode(description)}`;
  return { detail, markdown: `**${inCode(name)}** · ${kind} at ${inCode(endpoint.name)}${about}` };
}

/** Offers names in a path or a query, where they have no quotes. */
export function offersOfNames(found: NamesAt, text: string, offset: number): readonly Offer[] {
  const { names, isPartial } = fittingNames(found, text.slice(found.span.start, offset));
  return names.map((one): Offer => {
    const { detail, markdown } = describeName(one, found);
    // Commas, slashes and signs of patterns mean something else in a path.
    const written = encodeURIComponent(one.name).replace(/%(?:3A|40)/g, decodeURIComponent);
    return {
      label: one.name,
      newText: written,
      ...(written !== one.name && { filterText: written }),
      kind: 'value',
      reference: { of: 'text', text: markdown },
      span: found.span,
      detail,
      rank: 1,
      ...(isPartial && { isPartial }),
    };
  });
}
