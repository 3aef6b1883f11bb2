import type { Block, Directive } from './model';
import type { Span } from '@rulebook/text/span';
import { pauseOf, timeLimitOf } from './directive-times';
import { readCondition, readDisabling, type Condition } from './condition';
import { readUntil, type Until } from './until';

/** How often a request is sent, and what is different each time. */
export type Repetition =
  | { readonly kind: 'count'; readonly count: number }
  /** Once for each of these texts; a text that is JSON keeps its members. */
  | { readonly kind: 'list'; readonly name: string; readonly items: readonly string[] }
  /** Once for each item of the value of a variable: a JSON array, or words between commas. */
  | { readonly kind: 'variable'; readonly name: string; readonly variable: string }
  /** Once for each row of a file (`# @for row of file users.csv`): a table, a JSON list, or lines of JSON. The columns are variables, too. */
  | { readonly kind: 'file'; readonly name: string; readonly path: string };

/** Another request that a request needs: `# @ref name`. */
export interface Reference {
  readonly name: string;
  /** It is sent again each time (`@forceRef`). */
  readonly isForced: boolean;
}

/** How fast requests are sent that share a slot: `# @ratelimit slot a minIdleTime 500 max 10 expire 60000`. */
export interface RateLimit {
  readonly slot: string;
  /** The time between two requests at least, in milliseconds. */
  readonly minIdleTime: number;
  /** The number of requests in the time of `expire` at most; 0 for any. */
  readonly max: number;
  /** In milliseconds. */
  readonly expire: number;
}

/** What a directive says that is not carried out. */
interface DirectiveProblem {
  /** One sentence. */
  readonly reason: string;
  readonly span: Span;
}

/** What the comment directives of a request say about how it is sent. */
export interface SendingDirectives {
  /** The time to wait for a response, in milliseconds. */
  readonly timeout?: number;
  /** The time to wait for a connection, in milliseconds. */
  readonly connectionTimeout?: number;
  /** The pause before the request is sent, in milliseconds. */
  readonly pause?: number;
  /** The request waits until its slot allows it. */
  readonly rateLimit?: RateLimit;
  readonly repetition?: Repetition;
  /** The request is sent again until this holds; the span is that of the directive. */
  readonly until?: Until & { readonly span: Span };
  /** What must hold so that the request is sent: by `@if`, and by `@disabled` with a condition. */
  readonly conditions: readonly DirectiveCondition[];
  /** The request is switched off; the span is that of the directive. */
  readonly disabled?: Span;
  /** What the user is asked before the request is sent; empty for a question without words. */
  readonly note?: string;
  /** Every certificate is accepted for this request. */
  readonly acceptsAnyCertificate?: boolean;
  readonly staysAtUrl?: boolean;
  readonly keepsNoCookies?: boolean;
  readonly isUnlogged?: boolean;
  readonly references: readonly Reference[];
  /** Directives that cannot be carried out as they are written, in the order of the text. */
  readonly problems: readonly DirectiveProblem[];
}

/** A condition with the directive that states it. */
interface DirectiveCondition extends Condition {
  readonly directive: 'if' | 'disabled';
  /** Of the directive. */
  readonly span: Span;
}

type Said = { -readonly [Key in keyof SendingDirectives]: SendingDirectives[Key] } & {
  references: Reference[];
  conditions: DirectiveCondition[];
  problems: DirectiveProblem[];
};

/** A request is sent so often at most. */
export const maxIterations = 10_000;

/** Reads what the directives of a block say about sending. Of a directive that is repeated, the last one counts. */
export function readSendingDirectives({ directives }: Pick<Block, 'directives'>): SendingDirectives {
  const said: Said = { references: [], conditions: [], problems: [] };
  for (const directive of directives) readerByKey.get(keyOfDirective(directive.name.text))?.(said, directive);
  return said;
}

/** How each directive is carried out, by the spelling in which it is offered; `features/directives.ts` must describe all of them. */
const readers = {
  timeout: (said, directive) => {
    takeTime(said, directive, 'timeout', timeLimitOf);
  },
  'connection-timeout': (said, directive) => {
    takeTime(said, directive, 'connectionTimeout', timeLimitOf);
  },
  delay: (said, directive) => {
    takeTime(said, directive, 'pause', pauseOf);
  },
  ratelimit: takeRateLimit,
  loop: takeLoop,
  for: takeRows,
  until: takeUntil,
  if: takeCondition,
  disabled: takeDisabled,
  note: (said, { value }) => {
    said.note = unquoted(value?.text ?? '');
  },
  insecure: (said) => {
    said.acceptsAnyCertificate = true;
  },
  'no-redirect': (said) => {
    said.staysAtUrl = true;
  },
  'no-cookie-jar': (said) => {
    said.keepsNoCookies = true;
  },
  'no-log': (said) => {
    said.isUnlogged = true;
  },
  ref: (said, { value }) => {
    if (value) said.references.push({ name: value.text, isForced: false });
  },
  forceRef: (said, { value }) => {
    if (value) said.references.push({ name: value.text, isForced: true });
  },
} satisfies Readonly<Record<string, (said: Said, directive: Directive) => void>>;

/** A directive that says how a request is sent. */
export type SendingDirective = keyof typeof readers;

/** Directives that other tools write in another way. */
const otherNames: Readonly<Record<string, SendingDirective>> = { sleep: 'delay', 'no-reject-unauthorized': 'insecure' };

const readerByKey = new Map(
  [...Object.entries(readers), ...Object.entries(otherNames).map(([name, same]) => [name, readers[same]] as const)].map(
    ([name, read]) => [keyOfDirective(name), read],
  ),
);

/** Returns the name of a directive in the one spelling of its many: `no-redirect`, `noRedirect`. */
export function keyOfDirective(name: string): string {
  return name.toLowerCase().replaceAll('-', '');
}

function takeTime(
  said: Said,
  { name, value, span }: Directive,
  member: 'timeout' | 'connectionTimeout' | 'pause',
  read: (text: string) => number | undefined,
): void {
  const time = read(value?.text ?? '');
  if (time !== undefined) said[member] = time;
  else said.problems.push({ reason: `\`@${name.text}\` needs a time such as \`500 ms\` or \`10 s\`.`, span });
}

const limits =
  /^(?:slot[:=]?\s*(?<slot>[^\s:=]\S*))?(?:\s*minIdleTime[:=]?\s*(?<minIdleTime>\d{1,9}))?(?:\s*max[:=]?\s*(?<max>\d{1,6}))?(?:\s*expire[:=]?\s*(?<expire>\d{1,9}))?\s*$/i;

/** Reads a rate limit as httpYac does, whose times are in milliseconds. */
function takeRateLimit(said: Said, { value, span }: Directive): void {
  const read = limits.exec(value?.text.trim() ?? '')?.groups;
  const [minIdleTime = 0, max = 0, expire = 0] = [read?.['minIdleTime'], read?.['max'], read?.['expire']].map(
    (digits) => Number(digits ?? 0),
  );
  if (minIdleTime > 0 || (max > 0 && expire > 0))
    said.rateLimit = { slot: read?.['slot'] ?? '', minIdleTime, max, expire };
  else
    said.problems.push({
      reason:
        '`@ratelimit` needs times in milliseconds: `# @ratelimit minIdleTime 500`, `# @ratelimit max 10 expire 60000`.',
      span,
    });
}

function takeUntil(said: Said, { value, span }: Directive): void {
  const until = readUntil(value?.text ?? '');
  if (typeof until === 'string') said.problems.push({ reason: until, span });
  else said.until = { ...until, span };
}

function takeDisabled(said: Said, { value, span }: Directive): void {
  const text = value?.text ?? 'true';
  if (text === 'true') said.disabled = span;
  else if (text !== 'false') {
    const condition = readDisabling(text);
    if (condition !== undefined) said.conditions.push({ ...condition, directive: 'disabled', span });
    else
      said.problems.push({
        reason:
          'The condition of `@disabled` needs JavaScript, which Rulebook does not run. A plain one is `!name`, `name == "value"`, or the opposite in `# @if {{name}} == value`.',
        span,
      });
  }
}

function takeCondition(said: Said, { value, span }: Directive): void {
  const condition = readCondition(value?.text ?? '');
  if (typeof condition === 'string') said.problems.push({ reason: condition, span });
  else said.conditions.push({ ...condition, directive: 'if', span });
}

const counted = /^for\s+(\d{1,9})$/;
const listed = /^for\s+(?:(?:const|let|var)\s+)?([A-Za-z_$][\w$]*)\s+of\s+(\S.*)$/;

function takeLoop(said: Said, { value, span }: Directive): void {
  const text = value?.text ?? '';
  const [, digits] = counted.exec(text) ?? [];
  const [, name = '', list = ''] = listed.exec(text) ?? [];
  const repetition: Repetition | undefined =
    digits !== undefined ? { kind: 'count', count: Number(digits) } : repetitionOver(name, list.trim());
  if (repetition === undefined) {
    const reason = /^while\b/.test(text)
      ? 'The condition of `@loop` needs JavaScript, which Rulebook does not run. `# @until status == 200` sends a request again until an assert holds.'
      : /^for\b/.test(text)
        ? 'The list of `@loop` needs JavaScript, which Rulebook does not run.'
        : '`@loop` needs a number or a list: `# @loop for 3`, `# @loop for name of ["a", "b"]`.';
    said.problems.push({ reason, span });
  } else said.repetition = repetition;
}

const rowsOf = /^(?:([A-Za-z_$][\w$]*)[ \t]+of[ \t]+)?file[ \t]+(\S.*)$/;

function takeRows(said: Said, { value, span }: Directive): void {
  const [, name = 'row', path = ''] = rowsOf.exec(value?.text.trim() ?? '') ?? [];
  if (path !== '') said.repetition = { kind: 'file', name, path: unquoted(path.trim()) };
  else
    said.problems.push({
      reason: '`@for` needs a file: `# @for file users.csv`, `# @for user of file users.json`.',
      span,
    });
}

function repetitionOver(name: string, list: string): Repetition | undefined {
  if (name === '' || list === '') return undefined;
  const items = itemsOfLoop(list);
  if (items !== undefined) return { kind: 'list', name, items };
  const [, braced, bare] = /^(?:\{\{\s*([^{}\s]+)\s*\}\}|([A-Za-z_$][\w$.-]*))$/.exec(list) ?? [];
  const variable = braced ?? bare;
  return variable === undefined ? undefined : { kind: 'variable', name, variable };
}

/** Returns the items of a list written as a JSON array, also with the single quotes of JavaScript; undefined for anything else. */
export function itemsOfLoop(list: string): readonly string[] | undefined {
  if (!list.startsWith('[')) return undefined;
  for (const text of [list, list.replaceAll("'", '"')]) {
    try {
      const parsed: unknown = JSON.parse(text);
      if (Array.isArray(parsed))
        return parsed.map((item: unknown) => (typeof item === 'string' ? item : JSON.stringify(item)));
    } catch {
      // Not in this notation.
    }
  }
  return undefined;
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}
