import type { Binding, BoundValue } from '../../binding/model';
import type { ChoiceShape, Field, Shape } from '@rulebook/catalogue/shape';
import type { Provenance, Remark } from '@rulebook/catalogue/facts';
import { withoutCredentials } from '@rulebook/catalogue/masking/without-credentials';
import type { FindingProvenance } from '../rule';

/** Returns the name in backticks, without backticks inside; a long name is truncated, and credentials in it are masked. */
export function code(name: string): string {
  return `\`${shownName(name).replace(/`/g, '')}\``;
}

/** Returns the name for the title of a quick fix, which editors show as plain text: in quotation marks, otherwise like `code`. */
export function quoted(name: string): string {
  return `‘${shownName(name)}’`;
}

/** Returns the names as `a`, `b` or `c`. */
export function inList(names: readonly string[], conjunction = 'or'): string {
  const quoted = names.map(code);
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} ${conjunction} ${quoted[quoted.length - 1] ?? ''}`;
}

/** Returns the shape's type in words: "a string", "an array of strings". */
export function typeOf(shape: Shape): string {
  switch (shape.type) {
    case 'choice': {
      const words = [...new Set(namedOptionsOf(shape).map(typeOf))];
      return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words[words.length - 1] ?? ''}`;
    }
    case 'array':
      return shape.items.type === 'any' ? 'an array' : `an array of ${pluralOf(shape.items)}`;
    case 'any':
      return 'any value';
    case 'null':
      return 'null';
    case 'switch':
      return article('object');
    default:
      return article(shape.type);
  }
}

/** Returns the name of the value for a message. */
export function labelOf(value: BoundValue): string {
  if (value.parent === undefined) return value.name === '' ? 'the request body' : code(value.name);
  if (value.parent.node.type === 'array') return `an item of ${labelOf(value.parent)}`;
  return code(value.name);
}

/** Returns the name of the value for the start of a message. */
export function subjectOf(value: BoundValue): string {
  return capitalized(labelOf(value));
}

/** Returns a label as the start of a sentence; names in backticks stay as they are. */
export function capitalized(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Returns the provenance of the nearest documented element at or above the value. */
export function provenanceOf(value: BoundValue, binding: Binding): FindingProvenance {
  for (let at: BoundValue | undefined = value; at !== undefined; at = at.parent) {
    const found = at.declared.typeProvenance ?? at.field?.provenance;
    if (found !== undefined) return found;
  }
  const { body } = binding.schemas?.request ?? binding.operation ?? {};
  if (body !== undefined) return body.provenance;
  return binding.operation?.provenance ?? { kind: 'syntax' };
}

/** Returns where it is of which type a parameter is. */
export function typeProvenanceOf({ shape, provenance }: Field): Provenance {
  return shape.typeProvenance ?? provenance;
}

/** Returns how a message names what a fact comes from: a document documents, a published description describes. */
export function documentedOrDescribed({ kind }: FindingProvenance): 'documented' | 'described' {
  return kind === 'described' ? 'described' : 'documented';
}

/**
 * Returns the message with the remark that its fact is from the reference layer, unless the message says so already. Which description a fact is
 * from is in the hover: it would be the same words at the end of each message of a service.
 */
export function withLayer(message: string, provenance: FindingProvenance): string {
  if (provenance.kind === 'described') return plainSentence(message);
  if (provenance.kind !== 'reference' || /\breference\b/i.test(message)) return message;
  return withAside(message, 'reference, not in the document');
}

/** A message may quote a description, whose texts are Markdown of any length: it stays plain, short and on one line. */
function plainSentence(message: string): string {
  if (message.length <= longestMessage && !/\]\(|\s\s|[\n\r\t]/.test(message)) return message;
  const plain = message
    .slice(0, 4 * longestMessage)
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return plain.length > longestMessage ? `${plain.slice(0, longestMessage - 1)}…` : plain;
}

const longestMessage = 400;

/** Behind several sentences, the last of which often says what to do, the aside is a sentence of its own. */
function withAside(message: string, aside: string): string {
  return /\. [A-Z]/.test(message) ? `${message} (${capitalized(aside)}.)` : `${message.replace(/\.$/, '')} (${aside}).`;
}

/** Returns the message with what real services do, labelled as known from the reference layer only. */
export function withRemark(message: string, remark: Remark | undefined): string {
  return remark === undefined ? message : `${message.replace(/\.$/, '')}. Reference: ${remark.text}`;
}

/** Returns the options of a choice that are named when a value fits none. */
export function namedOptionsOf({ options }: ChoiceShape): ChoiceShape['options'] {
  return options.filter((option) => !('isTolerated' in option) || option.isTolerated !== true);
}

function shownName(name: string): string {
  const masked = withoutCredentials(name);
  return masked.length > 80 ? `${masked.slice(0, 77)}…` : masked;
}

function pluralOf(shape: Shape): string {
  if (shape.type === 'choice') return [...new Set(namedOptionsOf(shape).map(pluralOf))].join(' or ');
  if (shape.type === 'array') return 'arrays';
  if (shape.type === 'switch') return 'objects';
  return shape.type === 'null' ? 'nulls' : `${shape.type}s`;
}

function article(word: string): string {
  return /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`;
}
