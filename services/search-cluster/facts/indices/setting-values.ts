import type { BehaviourName } from '../behaviours';
import { warning } from '@rulebook/catalogue/makers';
import type { Constraint } from '@rulebook/catalogue/constraints';
import type { Provenance } from '@rulebook/catalogue/facts';
import type { ChoiceShape, Field, Shape } from '@rulebook/catalogue/shape';
import { refused } from '@rulebook/catalogue/provenance';
import { anything, flag, text, textList, wholeNumber } from '@rulebook/catalogue/shapes';
import { serverSource } from '../sources';
import { reference } from '../source-document';

/** The public page on the settings of an index. */
export const settingsPage = 'Elasticsearch reference, index settings';
/** The public pages on the settings of a cluster. */
const clusterSettingsPage = 'Elasticsearch reference, configuration settings';

/** The public facts about settings that the document does not describe. */
export const fromSettingsPage = reference('What the service does', settingsPage);
/** The public facts about settings of clusters. */
export const fromClusterSettings = reference('What the service does', clusterSettingsPage);
/** What servers refuse in settings. */
export const settingsRefused = refused(reference('What the service does', serverSource));

type Option = ChoiceShape['options'][number];

/** Null sets a setting back. */
export const unset: Option = { type: 'null', isTolerated: true };

/** An object stands for the settings in it, so that one without any sets nothing. */
const nothing: Option = {
  type: 'object',
  name: 'setting',
  isTolerated: true,
  provenance: fromSettingsPage,
  refusal: settingsRefused,
  fields: [],
  constraints: [
    warning(
      'noted-value',
      { message: 'Servers ignore an empty object here, so the setting keeps its value.' },
      fromSettingsPage,
    ),
  ],
};

/** Servers read settings as strings, whatever their type. */
function choice(...options: readonly Option[]): ChoiceShape {
  return { type: 'choice', options: [...options, unset, nothing], typeProvenance: settingsRefused };
}

function unsuitable(pattern: string, message: string): Constraint {
  return { rule: 'unsuitable-text', options: { pattern, message }, provenance: settingsRefused };
}

/** The same for a number, which servers keep as it is written: `1.0` is not a whole number. */
function unsuitableAsWritten(pattern: string, message: string): Constraint {
  return { rule: 'unsuitable-text', options: { pattern, message, isAsWritten: true }, provenance: settingsRefused };
}

const largestInteger = 2_147_483_647;

/** The bounds of a number, as servers hold them. */
interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Returns a whole number, which may be written as a string. */
export function numberSetting({ minimum, maximum = largestInteger }: Bounds = {}): ChoiceShape {
  const range: readonly Constraint[] = [warning('number-range', { minimum, maximum }, settingsRefused)];
  const other = ['^(?![-+]?\\d+$)', 'The value of this setting is a whole number.'] as const;
  const isOther = unsuitable(...other);
  return choice(
    { ...wholeNumber, constraints: [unsuitableAsWritten(...other), ...range] },
    { ...text, isTolerated: true, constraints: [isOther, ...range] },
  );
}

/** Returns a number with or without a fraction, which may be written as a string. */
const belowOne: Constraint = {
  ...unsuitable('^\\s*[+]?0*(?:\\.|$)', 'Servers of version 9 refuse a threshold below 1.'),
  behaviour: 'high-threshold' satisfies BehaviourName,
};

export function fractionFrom(minimum: number, maximum?: number): ChoiceShape {
  const range: Constraint = warning('number-range', { minimum, maximum }, settingsRefused);
  return choice(
    { type: 'number', constraints: [range] },
    {
      ...text,
      isTolerated: true,
      constraints: [
        unsuitable(
          '^(?!\\s*[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?[fFdD]?\\s*$)',
          'The value of this setting is a number.',
        ),
        range,
      ],
    },
  );
}

/** The threshold of the balance: a number above 0, and for servers of version 9 at least 1. */
export const thresholdSetting: ChoiceShape = {
  ...fractionFrom(0),
  options: fractionFrom(0).options.map((option) =>
    option.type === 'number' || option.type === 'string'
      ? { ...option, constraints: [...(option.constraints ?? []), belowOne] }
      : option,
  ),
};

/** True or false, which may be written as a string. */
export const flagSetting = choice(flag, {
  ...text,
  isTolerated: true,
  constraints: [unsuitable('^(?!(?:true|false)$)', 'The value of this setting is `true` or `false`.')],
});

/** Returns a duration. `isShort` is a pattern of those that are shorter than the text `least`. */
export function durationFrom(least?: string, isShort = ''): ChoiceShape {
  const bounds = least === undefined ? [] : [unsuitable(isShort, `This duration is at least \`${least}\`.`)];
  return choice(
    { type: 'string', format: 'time-value', constraints: bounds },
    {
      ...wholeNumber,
      constraints: [
        unsuitable('^(?!(?:0|-1)$)', 'A duration needs a unit, for example `30s`. Only `0` and `-1` have none.'),
        ...bounds,
      ],
    },
  );
}

/** A duration. */
export const durationSetting = durationFrom();

/** A duration that is not negative; `-1` otherwise means none. */
export const positiveDuration = durationFrom('0', '^-');

/** Returns a number of bytes. `isOutside` is a pattern of those that are smaller or larger than `range` says. */
export function bytesFrom(range?: string, isOutside = ''): ChoiceShape {
  const bounds = range === undefined ? [] : [unsuitable(isOutside, `This size is ${range}.`)];
  return choice(
    { type: 'string', format: 'byte-size', constraints: bounds },
    {
      ...wholeNumber,
      constraints: [
        unsuitable('^(?!(?:0|-1)$)', 'A size needs a unit, for example `512mb`. Only `0` and `-1` have none.'),
        ...bounds,
      ],
    },
  );
}

/** A number of bytes. */
export const bytesSetting = bytesFrom();

/** A number of bytes that is not negative. */
export const positiveBytes = bytesFrom('not negative', '^-');

/** Returns text of a form, or a scalar that is read as such text. `isOther` is a pattern of other texts. */
export function formSetting(isOther: string, message: string): ChoiceShape {
  const constraints = [unsuitable(isOther, message)];
  return choice({ ...text, constraints }, { type: 'number', constraints }, { ...flag, constraints });
}

/** A share of the memory: a percentage, or a number of bytes. */
export const memorySetting = formSetting(
  '^(?!(?:0|-1|\\s*\\d+(?:\\.\\d+)?\\s*(?:[bB]|[kKmMgGtTpP][bB]?)\\s*|(?:100|\\d{1,2})(?:\\.\\d+)?%)$)',
  'The value of this setting is a percentage such as `60%`, or a size such as `2gb`.',
);

/** How full a disk may be: a percentage, a ratio, or the bytes that stay free. */
export const watermarkSetting = formSetting(
  '^(?!(?:0|-1|1(?:\\.0*)?|0?\\.\\d+|\\s*\\d+(?:\\.\\d+)?\\s*(?:[bB]|[kKmMgGtTpP][bB]?)\\s*|(?:100(?:\\.0*)?|\\d{1,2}(?:\\.\\d+)?)%)$)',
  'The value of this setting is a percentage such as `85%`, a ratio such as `0.85`, or free space such as `50gb`.',
);

/** Returns the shape with a remark on values that contradict the default of another setting, which is not next to it. */
export function unlessWith(
  { options, ...shape }: ChoiceShape,
  other: string,
  pattern: string,
  message: string,
): ChoiceShape {
  const words = other.split('.');
  const remark: Constraint = warning(
    'noted-value',
    { pattern, message, unlessNextTo: words.map((_, index) => words.slice(index).join('.')) },
    fromClusterSettings,
  );
  return {
    ...shape,
    options: options.map((option) =>
      option.type === 'string' ? { ...option, constraints: [...(option.constraints ?? []), remark] } : option,
    ),
  };
}

/** Durations above 24 hours, as the source of a regular expression. */
export const aboveOneDay =
  '^0*(?:(?:2[5-9]|[3-9]\\d|[1-9]\\d\\d+)h|(?:[2-9]|[1-9]\\d+)d|(?:14(?:4[1-9]|[5-9]\\d)|1[5-9]\\d\\d|[2-9]\\d{3}|[1-9]\\d{4,})m)$';

/** How many copies of a shard must be active. */
export const copiesSetting = formSetting(
  '^(?!(?:all|\\d+)$)',
  'The value of this setting is `all` or a number of copies.',
);

/** Text, or a scalar that is read as text. */
export const textSetting = choice(text, { type: 'number' }, flag, textList);

/** Returns a list of some words, in one text with commas or several. */
export function wordListSetting(...words: readonly string[]): ChoiceShape {
  const any = `\\s*(?:${words.join('|')})\\s*`;
  const item = {
    ...text,
    constraints: [
      unsuitable(`^(?!${any}(?:,${any})*$)`, `The values of this setting are \`${words.join('` and `')}\`.`),
    ],
  };
  return choice(item, { type: 'array', items: item });
}

/** Returns one of several words. Servers read them in any case. */
export function wordSetting(...values: readonly string[]): ChoiceShape {
  const inAnyCase = values.map((value) => value.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`));
  return choiceOfWords(values, `^(?!(?:${values.join('|')})$)(?:${inAnyCase.join('|')})$`);
}

/** Returns one of several words, which servers read in this case alone. */
export function exactWordSetting(...values: readonly string[]): ChoiceShape {
  return choiceOfWords(values);
}

function choiceOfWords(values: readonly string[], exempt?: string): ChoiceShape {
  const isFlag = values.includes('true') || values.includes('false');
  return choice(
    {
      type: 'string',
      values: {
        closed: false,
        unlisted: 'warning',
        refusal: settingsRefused,
        exempt,
        provenance: settingsRefused,
        values: values.map((value) => ({ value })),
      },
    },
    ...(isFlag ? [flag] : []),
  );
}

const expansionForm = unsuitable(
  '^(?!(?:false|\\d+-(?:all|\\d+))$)',
  'The value of this setting is `false` or two bounds such as `0-5` or `0-all`.',
);

/** The number of copies by the number of nodes: `0-5`, `0-all` or `false`. */
export const expansionSetting = choice(
  { type: 'string', constraints: [expansionForm] },
  { ...flag, constraints: [expansionForm] },
);

/** Whatever a setting holds that is not described further. */
export const anySetting = anything;

/** Returns a function that makes settings from one source, below a beginning of names. */
export function settingsFrom(provenance: Provenance) {
  return (
    beginning: string,
    rows: readonly (readonly [name: string, shape: Shape, summary: string, standard?: string])[],
  ): readonly Field[] =>
    rows.map(([name, shape, summary, standard]) => ({
      name: `${beginning}.${name}`,
      summary,
      provenance,
      shape,
      variesAs: `${beginning}.${name}`,
      ...(standard !== undefined && { default: standard }),
    }));
}
