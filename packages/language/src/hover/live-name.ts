import type { Binding } from '@rulebook/checker/binding/model';
import type { KnownName } from '@rulebook/catalogue/name-lists';
import { namesPlaceOf } from '@rulebook/checker/live-names/asked-names';
import { nameUsesIn } from '@rulebook/checker/live-names/name-uses';
import { touches, type Span } from '@rulebook/text/span';
import { cursorAt } from '../cursor/cursor-at';
import { namesInBody, type NamesContext } from '../cursor/names-at';
import { inCode } from '@rulebook/catalogue/markdown/foreign-markdown';
import type { Hover } from '../model';

/** Returns a hover with what the endpoint of the request says of the name at the offset in front of it; the same one where it says nothing. */
export function withLiveName(
  hover: Hover | undefined,
  binding: Binding | undefined,
  offset: number,
  around: NamesContext,
): Hover | undefined {
  if (around.context.liveNames === undefined || binding === undefined) return hover;
  const found = nameAt(binding, offset, around);
  if (found === undefined) return hover;
  const { span, markdown } = found;
  return hover ? { span: hover.span, markdown: `${markdown}\n\n---\n\n${hover.markdown}` } : { span, markdown };
}

function nameAt(
  binding: Binding,
  offset: number,
  around: NamesContext,
): { readonly markdown: string; readonly span: Span } | undefined {
  const { context, definitions } = around;
  const place = namesPlaceOf(binding);
  if (place === undefined) return undefined;
  const use = nameUsesIn(binding, place.service, definitions).find(({ span }) => touches(span, offset));
  if (use !== undefined) {
    const known = context.liveNames?.of(place.endpoint, use.asked, 'show');
    const one = known?.names.find(({ name }) => name === use.name);
    return one && { span: use.span, markdown: describe(one, use.asked.list.noun, place.endpoint.name) };
  }
  const cursor = cursorAt(binding.block, binding, offset);
  const found = cursor?.kind === 'body' ? namesInBody(cursor, binding, around) : undefined;
  if (found === undefined || cursor?.kind !== 'body') return undefined;
  // A weight may be behind the name of a field: `title^3`.
  const word = cursor.place.word?.text.replace(/\^[\d.]+$/, '');
  const one = found.known.names.find(({ name }) => name === word);
  return one && { span: cursor.span, markdown: describe(one, found.asked.list.noun, found.endpoint.name) };
}

function describe({ name, noun, description }: KnownName, kind: string, endpoint: string): string {
  const about = description === undefined ? '' : ` · ${inCode(description)}`;
  return `**${inCode(name)}** · ${noun ?? kind} at ${inCode(endpoint)}${about}`;
}
