import { placeholderFieldAt } from '../binding/literal-holes';
import type { Binding } from '../binding/model';
import { nameOfRequest } from '../binding/request-name';
import type { Field } from '../catalogue/model';
import type { FileNames } from '../rules/runner/file-names';
import type { Block } from '../syntax/model';
import { systemVariables } from './directives';
import type { Offer } from './offer';
import { objectShapesOf, plainShapesOf, type PlainShape } from './resolve-shape';
import type { Site } from './site-at';

type VariableSite = Extract<Site, { readonly kind: 'variable' }>;

/** The rest of the file, as far as a variable can refer to it. */
export interface FileScope {
  readonly names: FileNames;
  /** Binds the request of a block; asked for one block at a time. */
  readonly bindingOf: (block: number) => Binding | undefined;
}

interface Candidate {
  readonly name: string;
  readonly detail: string;
  readonly rank: number;
  /** More follows behind the name. */
  readonly isOpen?: boolean;
}

/** Offers the names that can stand in `{{…}}`, from the whole file; never a value. */
export function completeVariable(
  site: VariableSite,
  block: Block,
  binding: Binding | undefined,
  { names, bindingOf }: FileScope,
): readonly Offer[] {
  const lead = /^%?\s*/.exec(site.typed)?.[0] ?? '';
  const request = /^([\w-]+)\.(?:response|request|$|r)/.exec(site.typed.slice(lead.length))?.[1];
  const answering = request === undefined ? undefined : names.requests.get(request);
  if (request !== undefined && answering !== undefined) {
    return offersOf(answerCandidates(request, bindingOf(answering)), site, lead.length);
  }
  const field = binding?.body && placeholderFieldAt(binding.body, site.span.start);
  const literals = (field?.placeholders ?? []).map((name) => ({ name, detail: 'filled in by the service', rank: 0 }));
  const own = block.variables.map(({ name }) => ({ name: name.text, detail: 'defined in this block', rank: 0 }));
  const ofFile = [...names.variables.keys()].map((name) => ({ name, detail: 'defined in this file', rank: 1 }));
  const used = block.holes
    .filter(({ span, name }) => name !== '' && !/^[$%]/.test(name) && span.start !== site.span.start - 2)
    .map(({ name }) => ({ name, detail: 'used in this block', rank: 2 }));
  const ownName = nameOfRequest(block)?.text;
  const answers = [...names.requests.keys()]
    .filter((name) => name !== ownName)
    .map((name) => ({ name: `${name}.response.`, detail: 'a value of an earlier answer', rank: 3, isOpen: true }));
  const system = systemVariables.map(({ name, summary }) => ({ name, detail: summary, rank: 4 }));
  return offersOf([...literals, ...own, ...ofFile, ...used, ...answers, ...system], site, lead.length);
}

function offersOf(candidates: readonly Candidate[], site: VariableSite, lead: number): readonly Offer[] {
  const seen = new Set<string>();
  const span = { start: site.span.start + lead, end: site.span.end };
  return candidates
    .filter(({ name }) => !seen.has(name) && seen.add(name))
    .map(({ name, detail, rank, isOpen }) => ({
      label: name,
      kind: 'variable',
      reference: { of: 'text', text: `**\`${name}\`** · variable · ${detail}` },
      span,
      newText: site.isClosed || isOpen === true ? name : `${name}}}`,
      detail,
      rank,
      ...(isOpen === true ? { triggersNext: true } : {}),
    }));
}

/** Members deeper than this are reached by typing. */
const deepest = 4;
const mostPaths = 200;

/** Offers what the documents say about the answer of a request: the members of its body, and its header fields. */
function answerCandidates(request: string, binding: Binding | undefined): readonly Candidate[] {
  const whole = { name: `${request}.response.body.*`, detail: 'the whole body', rank: 1 };
  const shape = binding?.operation?.responses.find(({ status, shape }) => status < 300 && shape !== undefined)?.shape;
  const paths: Candidate[] = [];
  const add = (shapes: readonly PlainShape[], path: string, depth: number): void => {
    if (depth > deepest) return;
    for (const { fields } of objectShapesOf({ shapes })) {
      for (const field of fields) {
        if (paths.length >= mostPaths) return;
        const at = `${path}${stepOf(field)}`;
        paths.push({ name: `${request}.response.body.${at}`, detail: field.summary, rank: 0 });
        add(plainShapesOf(field.shape), at, depth + 1);
      }
    }
    for (const inner of shapes) {
      if (inner.type === 'array') add(plainShapesOf(inner.items), `${path}[0]`, depth + 1);
    }
  };
  if (shape !== undefined) add(plainShapesOf(shape), '$', 0);
  const headers = (binding?.service?.responseHeaders ?? []).map(({ name, summary }) => ({
    name: `${request}.response.headers.${name}`,
    detail: summary,
    rank: 2,
  }));
  return [...paths, whole, ...headers];
}

function stepOf({ name }: Field): string {
  return /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `['${name}']`;
}
