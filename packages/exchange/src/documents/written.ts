import { innerType, type DocumentForm, type MemberForm } from '@rulebook/description/document-form';
import type { TextPlace } from '@rulebook/description/text-place';
import type { TextEdit } from '@rulebook/text';

/** Something that can be written in a document. */
export interface DocumentOffer {
  readonly label: string;
  readonly kind: 'key' | 'value' | 'reference' | 'expression';
  /** Short text next to the label. */
  readonly detail?: string;
  /** Markdown. */
  readonly says?: string;
  readonly edit: TextEdit;
  /** What is compared with what is typed. */
  readonly filterText: string;
  readonly isDeprecated?: boolean;
  /** What comes next can be offered at once. */
  readonly triggersNext?: boolean;
}

/** An offer without its place. */
export type Draft = Pick<DocumentOffer, 'label' | 'detail' | 'says' | 'isDeprecated'>;

/** Returns the offer of a key, with what its value begins with. */
export function offerOfKey(
  draft: Draft,
  place: TextPlace,
  form: DocumentForm,
  type: string,
  isItem: boolean,
): DocumentOffer {
  const { word, quote } = place;
  const mark = quote === "'" ? "'" : '"';
  const name = place.form === 'json' || quote !== '' ? `${mark}${draft.label}${mark}` : draft.label;
  const behind = place.hasColon ? '' : place.form === 'block' ? blockBehind(place, form, type, isItem) : ': ';
  const comma = place.needsCommaBehind && !place.hasColon ? ',' : '';
  const front = place.missingCommaAt === undefined ? '' : ',';
  return {
    ...draft,
    kind: 'key',
    edit: { span: word, newText: `${front}${isItem ? '- ' : ''}${name}${behind}${comma}` },
    filterText: name,
    triggersNext: behind !== '' && comma === '',
  };
}

/** Returns what follows a key in lines of YAML. */
function blockBehind({ column }: TextPlace, form: DocumentForm, type: string, isItem: boolean): string {
  const inner = innerType(type);
  const indent = ' '.repeat(column + (isItem ? 4 : 2));
  if (type.startsWith('[')) return `:\n${indent}- `;
  return inner !== undefined || form.objects[type] !== undefined ? `:\n${indent}` : ': ';
}

/** Returns the offer of a value; `value` is written in the way of the place. */
export function offerOfValue(
  draft: Draft,
  value: string | number | boolean,
  place: TextPlace,
  kind: DocumentOffer['kind'] = 'value',
  isItem = false,
): DocumentOffer {
  const written = writtenValue(value, place);
  const comma = place.needsCommaBehind ? ',' : '';
  const front = place.missingCommaAt === undefined ? '' : ',';
  return {
    ...draft,
    kind,
    edit: { span: place.word, newText: `${front}${isItem ? '- ' : ''}${written}${comma}` },
    filterText: written,
  };
}

/** Returns a value as it is written at a place. */
export function writtenValue(
  value: string | number | boolean,
  { form, quote }: Pick<TextPlace, 'form' | 'quote'>,
): string {
  if (typeof value !== 'string') return String(value);
  if (form === 'json' || quote === '"') return JSON.stringify(value);
  if (quote === "'") return `'${value.replaceAll("'", "''")}'`;
  return isPlain(value, form === 'flow') ? value : JSON.stringify(value);
}

/** Returns whether a string needs no quotes in YAML. */
function isPlain(text: string, isFlow: boolean): boolean {
  if (/^[\s\-?:,[\]{}#&*!|>'"%@`]|^$|: |:$| #|\s$|[\r\n\t]/.test(text)) return false;
  if (isFlow && /[,[\]{}]/.test(text)) return false;
  return !/^(?:true|false|yes|no|on|off|null|~|[-+.]?\d[\d_.eE+-]*)$/i.test(text);
}

/** Returns the names of the members that an object has already, without the one at the position. */
export function membersThere(object: unknown, mark: string): readonly string[] {
  return typeof object === 'object' && object !== null ? Object.keys(object).filter((key) => !key.includes(mark)) : [];
}

/** Returns a member's meaning as Markdown, with its section. */
export function describeMember(
  name: string,
  { type, says, isRequired, values, since }: MemberForm,
  { name: format, link }: DocumentForm,
  section: string,
): string {
  const facts = [
    ...(values === undefined ? [] : [`- Allowed values: ${values.map((one) => `\`${one}\``).join(', ')}`]),
    ...(since === undefined ? [] : [`- New in version ${since}`]),
  ];
  return [
    `**\`${name}\`** · ${wordsOfType(type)} · ${isRequired ? 'required' : 'optional'}`,
    says,
    ...(facts.length === 0 ? [] : [facts.join('\n')]),
    `*Documented*: [${format}](${link}#${section.toLowerCase().replaceAll(' ', '-')}) › ${section}`,
  ].join('\n\n');
}

/** Returns what a member is in words. */
export function wordsOfType(type: string): string {
  if (type.startsWith('[')) return 'list';
  if (type === 'schema') return 'JSON Schema';
  if (type === 'output') return 'runtime expression';
  if (type === 'any') return 'any value';
  return ['string', 'integer', 'number', 'boolean'].includes(type) ? type : 'object';
}
