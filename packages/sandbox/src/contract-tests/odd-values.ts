import type { Field, Shape } from '@rulebook/catalogue/shape';
import { fitsShape } from '@rulebook/checker/resource-model/fits-shape';
import { count } from '@rulebook/text/count';
import { partsOfValue, withPart, type Variation } from './variations';
import { pathOf } from '@rulebook/checker/resource-model/misfit';

/** More than most services have room for, and less than any of them takes as a whole. */
const longLength = 5000;
/** The largest number that every program holds exactly; many services have room for less. */
const largest = Number.MAX_SAFE_INTEGER;
/** Of more parts of a value, these are tried. */
const maxParts = 8;

interface Odd {
  readonly words: string;
  readonly value: string | number;
}

const oddTexts: readonly Odd[] = [
  { words: 'in other scripts', value: 'Zoë 漢字 Ωß 🙂' },
  { words: 'with signs of programming languages', value: '\'"`;--<b>${1}%s\\{}&' },
  { words: 'with a NUL character', value: 'a\u0000b' },
  { words: `with ${count(longLength, 'character')}`, value: 'x'.repeat(longLength) },
];

/** Returns the value with each open text and number replaced by one that few expect, and that the description allows. */
export function oddValuesOf(value: unknown, shape: Shape): readonly Variation[] {
  const open = partsOfValue(value, shape).filter(({ shape: inner }) => oddFor(inner).length > 0);
  return open.slice(0, maxParts).flatMap(({ place, shape: inner }) =>
    oddFor(inner).flatMap(({ words, value: odd }) => {
      const changed = withPart(value, place, odd);
      return fitsShape(changed, shape) ? [{ title: `${pathOf(place)} ${words}`, value: changed }] : [];
    }),
  );
}

/** Returns odd texts for a parameter of the query. */
export function oddQueryTexts({ shape, content }: Field): readonly { readonly words: string; readonly text: string }[] {
  if (content !== undefined) return [];
  return oddFor(shape)
    .filter(({ value }) => fitsShape(value, shape))
    .map(({ words, value }) => ({ words, text: String(value) }));
}

/** Returns odd texts for the last word of a path, which no item has as its id. */
export function oddIds({ shape }: Field): readonly { readonly words: string; readonly text: string }[] {
  const texts =
    shape.type === 'integer' || shape.type === 'number' ? [String(largest), '-1', 'text'] : ['漢字 🙂', '\'"%', '-1'];
  return texts.map((text) => ({ words: `with the id ${text}`, text: encodeURIComponent(text) }));
}

function oddFor(shape: Shape): readonly Odd[] {
  if (shape.type === 'string') {
    const isOpen = shape.values === undefined && shape.format === undefined && shape.nameOf === undefined;
    return isOpen ? oddTexts : [];
  }
  if (shape.type !== 'integer' && shape.type !== 'number') return [];
  if (shape.values !== undefined) return [];
  return [largest, -1].map((value) => ({ words: `as ${value}`, value }));
}
