import type { Field } from '@rulebook/catalogue/shape';
import { jsonValueOf } from './requests';
import { boundariesOf, limitTexts, violationsOf, wrongTexts } from './variations';

/** A text of a parameter, and what is special about it. */
interface ParameterText {
  readonly words: string;
  readonly text: string;
}

/** Returns texts of a parameter at the limits of what is described; of one that is JSON, at those of its value. */
export function allowedTexts(field: Field, usual: string): readonly ParameterText[] {
  const { content } = field;
  if (content === undefined) return limitTexts(field, usual);
  return boundariesOf(jsonValueOf(field, content), content).map(asText);
}

/** Returns texts that a parameter must not have; of one that is JSON, also a text that is none. */
export function forbiddenTexts(field: Field): readonly ParameterText[] {
  const { content } = field;
  if (content === undefined) return wrongTexts(field);
  const broken = { words: 'as broken JSON', text: '{"' };
  return [broken, ...violationsOf(jsonValueOf(field, content), content).map(asText)];
}

function asText({ title, value }: { readonly title: string; readonly value: unknown }): ParameterText {
  return { words: title, text: JSON.stringify(value) ?? '' };
}
