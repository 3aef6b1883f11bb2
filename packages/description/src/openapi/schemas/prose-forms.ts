import type { CompiledConstraint } from '../../compiled';

/** The form of a text that sentences describe. */
interface FormOfText {
  readonly format?: 'byte';
  readonly constraints?: readonly CompiledConstraint[];
}

interface ProseForm extends FormOfText {
  /** What a sentence of this form says; it is compared with one sentence at a time. */
  readonly sentence: RegExp;
  /** What the sentence must not say in addition to it. */
  readonly unless?: RegExp;
  /** Paths often take more than they are described with, for example a branch in the place of a commit. */
  readonly isNotInPaths?: true;
}

const hash = String.raw`^(?:[0-9A-Fa-f]{40}|[0-9A-Fa-f]{64})$`;

/** The regular sentences about the form of a text. */
const forms: readonly ProseForm[] = [
  {
    sentence: /\bhexadecimal colou?r code\b.{0,200}\bwithout (?:the |a )?(?:leading )?[`'"]?#/i,
    constraints: [
      {
        rule: 'malformed-text',
        options: {
          pattern: '^(?:[0-9A-Fa-f]{3}){1,2}$',
          meaning: 'a hexadecimal colour without `#`, such as `d73a4a`',
          repair: { without: '#' },
        },
      },
    ],
  },
  {
    sentence: /\bfully[- ]qualified (?:git )?ref(?:erence)?\b.{0,80}\brefs\//i,
    unless: /\b(?:can|may|or|optionally)\b/i,
    constraints: [fullReference()],
  },
  {
    sentence: /\bref\b.{0,40}\b(?:must|should) be formatted as `refs\//i,
    unless: /\b(?:either|or|simply|can)\b/i,
    constraints: [fullReference()],
  },
  {
    sentence: /\b(?:using|in|with) Base64[- ]encod(?:ing|ed)\b|^An? Base64[- ]encoded\b|\bmust be Base64[- ]encoded\b/i,
    unless: /\b(?:if|when|or|unless|optionally|can)\b/i,
    format: 'byte',
  },
  {
    sentence: /^The (?:(?:full|blob|commit|tree|git) )?SHA-?1? (?:value |checksum |ID )*(?:of|for|to set)\b/i,
    unless: /\b(?:or|branch|tag name|SHA-?256)\b/i,
    isNotInPaths: true,
    constraints: [
      { rule: 'malformed-text', options: { pattern: hash, meaning: 'a complete SHA of 40 hexadecimal digits' } },
    ],
  },
];

function fullReference(): CompiledConstraint {
  return {
    rule: 'malformed-text',
    options: {
      pattern: '^refs/[^/]+/[^/]',
      meaning: 'a full reference such as `refs/heads/main`',
      repair: { before: ['refs/', 'refs/heads/'] },
    },
  };
}

/** A sentence about what every value has in it. */
const contained = /^(?:The|Your) (?:URL|value|text|string|template) must contain `([^`\s]{1,40})`/i;

function containedForm(sentence: string): FormOfText | undefined {
  const [, part] = contained.exec(sentence) ?? [];
  if (part === undefined) return undefined;
  const pattern = part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return {
    constraints: [{ rule: 'malformed-text', options: { pattern, meaning: `a text that contains \`${part}\`` } }],
  };
}

/** Returns the form that sentences describe; undefined if they describe none, or several. */
export function formsOfTexts(
  sentences: readonly string[],
  { isInPath }: { readonly isInPath: boolean },
): FormOfText | undefined {
  const found: readonly FormOfText[] = [
    ...forms.filter(
      ({ sentence, unless, isNotInPaths }) =>
        !(isInPath && isNotInPaths) && sentences.some((one) => sentence.test(one) && unless?.test(one) !== true),
    ),
    ...sentences.flatMap((sentence) => containedForm(sentence) ?? []),
  ];
  return found.length === 1 ? found[0] : undefined;
}

/** A sentence about a parameter of the path in the text of an operation: its name, and the ways in which it can begin. */
const startOfParameter = /`:(\w{1,60})` in the URL must be formatted as (.{1,200})/i;

/** Returns what a sentence of an operation says about the form of a parameter of its path. */
export function formOfPathParameter(
  text: string,
): { readonly name: string; readonly constraint: CompiledConstraint } | undefined {
  const [, name, rest = ''] = startOfParameter.exec(text.slice(0, 4_000)) ?? [];
  if (name === undefined) return undefined;
  const [sentence = ''] = rest.split(/\.(?:\s|$)/, 1);
  const starts = [...sentence.matchAll(/`([\w-]{1,40}\/)<[^<>`]{1,60}>`/g)].map(([, start = '']) => start);
  if (starts.length === 0) return undefined;
  const listed = starts.map((start) => `\`${start}…\``);
  return {
    name,
    constraint: {
      rule: 'unsuitable-text',
      options: {
        // Services know further kinds, so only what already is a full name is certainly wrong.
        pattern: '^refs/',
        message: `\`${name}\` must begin with ${listed.join(' or ')}, without \`refs/\` in front.`,
        fix: { kind: 'without-start', start: 'refs/' },
      },
    },
  };
}
