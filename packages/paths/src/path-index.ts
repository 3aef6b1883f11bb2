import type { FormerPath, Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { PathSegment } from '@rulebook/request-file/syntax/model';
import {
  decodedSegment,
  matchMixed,
  pathTemplateOf,
  segmentOf,
  wordsOfTemplate,
  type PathTemplate,
  type TemplateSegment,
} from './path-template';
import { perObject } from '@rulebook/text/structures/memo';

/** A present or former path of an operation. */
export interface PathForm {
  readonly operation: Operation;
  readonly template: PathTemplate;
  /** Set for a former path. */
  readonly former?: FormerPath;
  /** Its place in the order of the catalogue. */
  readonly order: number;
}

/** A form that a path has. */
export interface FormMatch {
  readonly form: PathForm;
  /** The segments that stand for the path parameters, by name. */
  readonly parameters: ReadonlyMap<string, PathSegment>;
  /** How many segments of parameters and text are a variable in the path, so that the text is not known. */
  readonly unknown: number;
  /** The last parameter may hold slashes, and nothing stands for it: some services take that for the root of a tree. */
  readonly lacksEnd: boolean;
  /** A parameter takes several segments although other paths go on behind it, so that the path may be one that is not described. */
  readonly isLoose: boolean;
}

/**
 * A node of the tree of an index: what may follow the segments that lead to it. The names of parameters do not matter here.
 */
export interface PathNode {
  /** By decoded word. */
  readonly words: ReadonlyMap<string, PathNode>;
  readonly parameter: PathNode | undefined;
  readonly mixed: readonly MixedEdge[];
  /** Behind a parameter that may hold slashes. */
  readonly several: PathNode | undefined;
  /** The forms that end here. */
  readonly forms: readonly PathForm[];
}

/** What is known of the way to a node. */
interface Passed {
  readonly unknown: number;
  readonly isBehindSlashes: boolean;
  readonly isLoose: boolean;
}

interface MixedEdge {
  readonly segment: Extract<TemplateSegment, { kind: 'mixed' }>;
  readonly node: PathNode;
}

/** Returns the tree of all present and former paths of a service, which is built once. */
export const pathTreeOf = perObject((service: Service): PathNode => {
  const root = new UnreadNode();
  let order = 0;
  for (const operation of service.operations) {
    const { path, formerPaths } = operation;
    root.add(new UnreadForm(operation, path, order++));
    if (formerPaths === undefined) continue;
    for (const former of formerPaths) root.add(new UnreadForm(operation, former.template, order++, former));
  }
  return root;
});

/** Returns the forms that the segments of a path have, in no particular order. */
export function formsOfPath(service: Service, path: readonly PathSegment[]): readonly FormMatch[] {
  const walk = new Walk(path);
  walk.from(pathTreeOf(service), 0, start);
  return walk.found;
}

const start: Passed = { unknown: 0, isBehindSlashes: false, isLoose: false };

/** A walk over a tree along the segments of a path. */
class Walk {
  readonly found: FormMatch[] = [];
  readonly #path: readonly PathSegment[];
  /** How many segments of the path stand for each segment of the template so far. */
  readonly #taken: number[] = [];
  /** Behind a parameter that holds slashes, several ways may lead to the same place; the first one counts. */
  #visited: Set<string> | undefined;
  #ids: Map<PathNode, number> | undefined;

  constructor(path: readonly PathSegment[]) {
    this.#path = path;
  }

  /** Goes on from a node with the segment at this index. */
  from(node: PathNode, at: number, passed: Passed): void {
    if (passed.isBehindSlashes && this.#wasHere(node, at, passed)) return;
    const segment = this.#path[at];
    if (segment === undefined) {
      this.#end(node, passed);
      return;
    }
    const word = node.words.get(decodedSegment(segment.text));
    if (word !== undefined) this.#step(node, word, at, 1, passed);
    if (node.mixed.length > 0) this.#mixed(node, segment, at, passed);
    if (node.parameter !== undefined) this.#step(node, node.parameter, at, 1, passed);
    if (node.several !== undefined) {
      const rest = this.#path.length - at;
      const most = isLeaf(node.several) ? 0 : Math.min(rest - 1, maxSegments);
      for (let count = 1; count <= most; count++) this.#step(node, node.several, at, count, passed);
      this.#step(node, node.several, at, rest, passed);
    }
  }

  #end(node: PathNode, passed: Passed): void {
    this.#add(node.forms, passed, false);
    if (node.several === undefined) return;
    this.#taken.push(0);
    this.#add(node.several.forms, passed, true);
    this.#taken.pop();
  }

  #mixed(node: PathNode, segment: PathSegment, at: number, passed: Passed): void {
    for (const { segment: mixed, node: next } of node.mixed) {
      const most = mixed.holdsSlashes ? Math.min(this.#path.length - at, maxSegments) : 1;
      for (let count = 1; count <= most; count++) {
        if (matchMixed(mixed, joinedText(this.#path, at, count)) !== undefined)
          this.#step(node, next, at, count, passed);
      }
      if (isVariable(segment)) this.#step(node, next, at, 1, { ...passed, unknown: passed.unknown + 1 });
    }
  }

  #step(node: PathNode, next: PathNode, at: number, count: number, passed: Passed): void {
    const isSeveral = count > 1 || next === node.several;
    // Nothing new is passed on nearly all ways.
    const now = isSeveral
      ? { ...passed, isBehindSlashes: true, isLoose: passed.isLoose || (count > 1 && !isLeaf(next)) }
      : passed;
    this.#taken.push(count);
    this.from(next, at + count, now);
    this.#taken.pop();
  }

  #add(forms: readonly PathForm[], { unknown, isLoose }: Passed, lacksEnd: boolean): void {
    if (forms.length === 0) return;
    const taken = [...this.#taken];
    for (const form of forms) this.found.push(new FoundForm(form, this.#path, taken, { unknown, lacksEnd, isLoose }));
  }

  #wasHere(node: PathNode, at: number, { unknown, isLoose }: Passed): boolean {
    const ids = (this.#ids ??= new Map<PathNode, number>());
    const visited = (this.#visited ??= new Set<string>());
    const id = ids.get(node) ?? ids.size;
    ids.set(node, id);
    const key = `${id} ${at} ${unknown} ${isLoose}`;
    if (visited.has(key)) return true;
    visited.add(key);
    return false;
  }
}

/** A form whose parameters are set apart when they are asked for: a path has forms with other methods, too. */
class FoundForm implements FormMatch {
  readonly form: PathForm;
  readonly unknown: number;
  readonly lacksEnd: boolean;
  readonly isLoose: boolean;
  readonly #path: readonly PathSegment[];
  readonly #taken: readonly number[];
  #parameters: FormMatch['parameters'] | undefined;

  constructor(
    form: PathForm,
    path: readonly PathSegment[],
    taken: readonly number[],
    { unknown, lacksEnd, isLoose }: Pick<FormMatch, 'unknown' | 'lacksEnd' | 'isLoose'>,
  ) {
    this.form = form;
    this.unknown = unknown;
    this.lacksEnd = lacksEnd;
    this.isLoose = isLoose;
    this.#path = path;
    this.#taken = taken;
  }

  get parameters(): FormMatch['parameters'] {
    return (this.#parameters ??= parametersOf(this.form.template, this.#path, this.#taken));
  }
}

/** Returns whether a segment is a variable and nothing else, so that its value may be anything. */
export function isVariable({ text, hasPlaceholder }: PathSegment): boolean {
  return hasPlaceholder && /^\{\{[^{}]*\}\}$/.test(text);
}

/** How many segments a parameter takes at most when something follows it. */
const maxSegments = 100;

function isLeaf({ words, parameter, mixed, several }: PathNode): boolean {
  return words.size === 0 && parameter === undefined && mixed.length === 0 && several === undefined;
}

/** A form whose template is read when a path has that form, as few of a thousand do. */
class UnreadForm implements PathForm {
  readonly operation: Operation;
  readonly path: string;
  readonly order: number;
  readonly former?: FormerPath;
  #template: PathTemplate | undefined;
  #words: readonly string[] | undefined;

  constructor(operation: Operation, path: string, order: number, former?: FormerPath) {
    this.operation = operation;
    this.path = path;
    this.order = order;
    if (former) this.former = former;
  }

  get words(): readonly string[] {
    return (this.#words ??= wordsOfTemplate(this.path).words);
  }

  get template(): PathTemplate {
    return (this.#template ??= pathTemplateOf(this.path, this.operation.slashParameters));
  }
}

/** Longer templates are not found: they are walked by calls in calls, and no service has them. */
const longestTemplate = 500;

/** A node that sorts the paths below it when it is asked for them: files use a few branches of a large service. */
class UnreadNode implements PathNode {
  readonly #depth: number;
  readonly #words = new Map<string, UnreadNode>();
  readonly #mixed: { segment: MixedEdge['segment']; node: UnreadNode }[] = [];
  readonly #forms: PathForm[] = [];
  #parameter: UnreadNode | undefined;
  #several: UnreadNode | undefined;
  /** Not sorted yet. */
  #waiting: UnreadForm[] = [];

  constructor(depth = 0) {
    this.#depth = depth;
  }

  add(form: UnreadForm): void {
    this.#waiting.push(form);
  }

  get words(): ReadonlyMap<string, UnreadNode> {
    if (this.#waiting.length > 0) this.#sort();
    return this.#words;
  }

  get mixed(): readonly MixedEdge[] {
    if (this.#waiting.length > 0) this.#sort();
    return this.#mixed;
  }

  get forms(): readonly PathForm[] {
    if (this.#waiting.length > 0) this.#sort();
    return this.#forms;
  }

  get parameter(): UnreadNode | undefined {
    if (this.#waiting.length > 0) this.#sort();
    return this.#parameter;
  }

  get several(): UnreadNode | undefined {
    if (this.#waiting.length > 0) this.#sort();
    return this.#several;
  }

  #sort(): void {
    for (const form of this.#waiting) {
      const { words } = form;
      if (words.length > longestTemplate) continue;
      const word = words[this.#depth];
      if (word === undefined) this.#forms.push(form);
      else this.#nextOf(segmentOf(word, form.operation.slashParameters)).add(form);
    }
    this.#waiting = [];
  }

  #nextOf(segment: TemplateSegment): UnreadNode {
    const depth = this.#depth + 1;
    switch (segment.kind) {
      case 'literal': {
        const known = this.#words.get(segment.word);
        if (known !== undefined) return known;
        const made = new UnreadNode(depth);
        this.#words.set(segment.word, made);
        return made;
      }
      case 'parameter':
        return segment.holdsSlashes
          ? (this.#several ??= new UnreadNode(depth))
          : (this.#parameter ??= new UnreadNode(depth));
      case 'mixed': {
        const known = this.#mixed.find(
          ({ segment: { texts, holdsSlashes } }) =>
            holdsSlashes === segment.holdsSlashes && texts.join('{}') === segment.texts.join('{}'),
        );
        if (known) return known.node;
        const made = { segment, node: new UnreadNode(depth) };
        this.#mixed.push(made);
        return made.node;
      }
    }
  }
}

const noParameters: ReadonlyMap<string, PathSegment> = new Map();

/** `taken` are the numbers of segments of the path that stand for each segment of the template. */
function parametersOf(
  { segments }: PathTemplate,
  path: readonly PathSegment[],
  taken: readonly number[],
): ReadonlyMap<string, PathSegment> {
  if (segments.every(({ kind }) => kind === 'literal')) return noParameters;
  const found = new Map<string, PathSegment>();
  let at = 0;
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index];
    if (segment === undefined) break;
    const count = taken[index] ?? 1;
    const whole = segment.kind === 'literal' ? undefined : joinedSegment(path, at, count);
    at += count;
    if (segment.kind === 'literal' || whole === undefined) continue;
    if (segment.kind === 'parameter') {
      found.set(segment.name, whole);
      continue;
    }
    const parts = matchMixed(segment, whole.text);
    for (const [place, name] of segment.names.entries()) found.set(name, partOf(whole, parts?.[place]));
  }
  return found;
}

function joinedSegment(path: readonly PathSegment[], at: number, count: number): PathSegment | undefined {
  const first = path[at];
  const last = path[at + count - 1];
  if (first === undefined || last === undefined || count === 1) return count === 0 ? undefined : first;
  return {
    text: joinedText(path, at, count),
    span: { start: first.span.start, end: last.span.end },
    hasPlaceholder: path.slice(at, at + count).some(({ hasPlaceholder }) => hasPlaceholder),
  };
}

function joinedText(path: readonly PathSegment[], at: number, count: number): string {
  if (count === 1) return path[at]?.text ?? '';
  return path
    .slice(at, at + count)
    .map(({ text }) => text)
    .join('/');
}

/** The part of a segment has a span of its own only where the segment is in the text as it is. */
function partOf(whole: PathSegment, part: { readonly start: number; readonly end: number } | undefined): PathSegment {
  if (part === undefined) return whole;
  const { span } = whole;
  const text = whole.text.slice(part.start, part.end);
  const isVerbatim = span.end - span.start === whole.text.length;
  return {
    text,
    span: isVerbatim ? { start: span.start + part.start, end: span.start + part.end } : span,
    hasPlaceholder: whole.hasPlaceholder && (!isVerbatim || text.includes('{{')),
  };
}
