import { refused, type Refusal } from '../refusal';
import { nameOfRequest, repeatedNames } from '@rulebook/checker/binding/request-name';
import { readSendingDirectives } from '@rulebook/request-file/syntax/sending-directives';
import type { Block } from '@rulebook/request-file/syntax/model';
import { definitionsFor } from '@rulebook/request-file/syntax/definitions-at';
import { callersValues } from './callers-values';
import { withImported, type RequestSource, type LinkedFiles } from './imported-files';
import { wordOfRequest } from '../plan/request-reference';

/** A request to send, of the file of the run or of one that it imports. */
export interface RunStep {
  readonly location: string;
  readonly block: number;
  /** The values that a line `run #name (@a=1)` gives to variables. */
  readonly given: ReadonlyMap<string, string>;
}

/** The requests to send in order; or names that need each other in a circle; or why it cannot be said. */
type RunOrder =
  | {
      readonly steps: readonly RunStep[];
      /** The requests that are not sent, because their responses are kept. */
      readonly reused: readonly ReusedRequest[];
    }
  | { readonly circle: readonly string[] }
  | Refusal;

/** A request whose kept response takes the place of sending it again. */
export interface ReusedRequest {
  readonly location: string;
  readonly block: number;
}

/** What the order needs in addition to the files. */
interface RunOrderPorts {
  readonly parse: (file: RequestSource, block: number) => Block;
  /** A sequence of the file of the run, which is sent instead of blocks: the block that states it, and the names of its requests. */
  readonly sequence?: { readonly block: number; readonly names: readonly string[] } | undefined;
  /** Returns the names of all requests on which a request depends; absent: only those that `@ref` names are sent before. */
  /** Returns whether the response of a request that `@ref` names is kept, so that the request is not sent again; absent: none is. */
  readonly isKept?: ((file: RequestSource, block: number) => boolean) | undefined;
  /** What a request that is switched off refers to is not sent for it. */
  readonly leavesDisabled?: boolean;
  readonly dependenciesOf?: ((file: RequestSource, block: number) => readonly string[]) | undefined;
}

const none: ReadonlyMap<string, string> = new Map();
/** So many requests are sent at most by the lines `run` of a file. */
const maxSteps = 100_000;

/**
 * Returns the requests to send for some blocks of the file of a run: those that `run` names, and before each request those that it refers
 * to by `@ref`. What is referred to is sent once, with `@forceRef` each time.
 */
export function runOrder(linked: LinkedFiles, blocks: readonly number[], ports: RunOrderPorts): RunOrder {
  const steps: RunStep[] = [];
  const sent = new Set<string>();
  const reused = new Map<string, ReusedRequest>();
  const finder = createFinder(linked, ports);
  /** The requests that are being resolved, by key. */
  const open = new Map<string, string>();
  let stop: RunOrder | undefined;

  const visit = (file: RequestSource, block: number, given: ReadonlyMap<string, string>, isNeeded: boolean): void => {
    if (stop !== undefined) return;
    const key = `${file.location}\n${block}`;
    const parsed = ports.parse(file, block);
    const name = nameOfRequest(parsed)?.text ?? `${file.location}:${block}`;
    if (open.has(key)) {
      const names = [...open.values()];
      stop = { circle: [...names.slice([...open.keys()].indexOf(key)), name] };
      return;
    }
    if (open.size > deepest) {
      stop = refused(`requests refer to each other more than ${deepest} deep`);
      return;
    }
    open.set(key, name);
    for (const { path, request, assignments } of parsed.runs) {
      const values = callersValues(assignments, given, definitionsFor(file.file, block, parsed));
      if (path !== undefined) runFile(file, path.text, values);
      else if (request !== undefined) runNamed(file, block, request.text, values);
    }
    if (parsed.request ?? parsed.otherRequest) {
      need(file, block, parsed, given);
      // A request may be needed by one before it, and is sent once.
      if (!(isNeeded && sent.has(key))) {
        sent.add(key);
        steps.push({ location: file.location, block, given });
        if (steps.length > maxSteps) stop = refused(`more than ${maxSteps} requests would be sent`);
      }
    }
    open.delete(key);
  };

  const need = (file: RequestSource, block: number, parsed: Block, given: ReadonlyMap<string, string>): void => {
    const directives = readSendingDirectives(parsed);
    if (ports.leavesDisabled && directives.disabled !== undefined) return;
    const references = new Map<string, boolean>();
    const dependencies = new Set(ports.dependenciesOf?.(file, block));
    for (const name of dependencies) references.set(name, false);
    for (const { name, isForced } of directives.references) references.set(name, isForced);
    for (const [name, isForced] of references) {
      const found = finder(name, file, block) ?? (dependencies.has(name) ? finder(name, file, block, true) : undefined);
      // Sending says that it is missing.
      if (found === undefined) continue;
      const key = `${found.file.location}\n${found.block}`;
      if (!isForced && (sent.has(key) || reused.has(key))) continue;
      if (!isForced && ports.isKept?.(found.file, found.block) === true) {
        reused.set(key, { location: found.file.location, block: found.block });
        continue;
      }
      visit(found.file, found.block, given, !isForced);
    }
  };

  const runNamed = (file: RequestSource, block: number, name: string, given: ReadonlyMap<string, string>): void => {
    const found = finder(name, file, block);
    if (found === undefined) stop ??= refused(`there is no request named ${name}, which \`run\` names`);
    else visit(found.file, found.block, given, false);
  };

  const runFile = (file: RequestSource, path: string, given: ReadonlyMap<string, string>): void => {
    const target = linked.files.get(file.runs.get(path) ?? '');
    if (target === undefined) stop ??= refused(`the file ${path}, which \`run\` names, cannot be read`);
    else if (running.has(target.location)) stop ??= { circle: [...running, target.location] };
    else {
      running.add(target.location);
      for (let block = 0; block < target.file.blocks.size; block++) visit(target, block, given, false);
      running.delete(target.location);
    }
  };

  const running = new Set<string>([linked.root]);
  const root = linked.files.get(linked.root);
  if (root === undefined) return { steps, reused: [] };
  const listed = new Set<string>();
  for (const name of ports.sequence?.names ?? []) {
    const found = finder(name, root, ports.sequence?.block ?? 0);
    if (found === undefined) return refused(`there is no request named ${name}, which the sequence names`);
    const key = `${found.file.location}\n${found.block}`;
    // What a request before needed was sent already; what is listed twice is sent twice.
    if (!sent.has(key) || listed.has(key)) visit(found.file, found.block, none, false);
    listed.add(key);
  }
  for (const block of ports.sequence === undefined ? blocks : []) {
    // In a whole run, what was already sent for a request before is not sent again.
    if (sent.has(`${root.location}\n${block}`) && blocks.length > 1) continue;
    visit(root, block, none, false);
  }
  // What was forced later was sent nevertheless.
  return stop ?? { steps, reused: [...reused].flatMap(([key, one]) => (sent.has(key) ? [] : [one])) };
}

/** So many requests may refer to each other in a chain, which is followed recursively. */
const deepest = 500;

/**
 * Returns what finds a request by its name or title, or by its name as a word: in the file itself, the nearest before the one that refers to it;
 * else in the imported files.
 */
function createFinder(linked: LinkedFiles, { parse }: RunOrderPorts) {
  const names = new Map<string, ReadonlyMap<string, readonly number[]>>();
  const namesIn = (file: RequestSource) => {
    const known = names.get(file.location);
    if (known !== undefined) return known;
    const found = new Map<string, number[]>();
    for (let block = 0; block < file.file.blocks.size; block++) {
      const parsed = parse(file, block);
      if (!parsed.request && !parsed.otherRequest) continue;
      for (const name of new Set([nameOfRequest(parsed)?.text, parsed.title?.text]))
        if (name !== undefined) found.set(name, [...(found.get(name) ?? []), block]);
    }
    names.set(file.location, found);
    return found;
  };
  const blocksOf = (file: RequestSource, name: string, isWord: boolean) =>
    isWord
      ? [...namesIn(file)]
          .flatMap(([one, blocks]) => (wordOfRequest(one) === name ? blocks : []))
          .toSorted((a, b) => a - b)
      : (namesIn(file).get(name) ?? []);
  const isRepeated = (file: RequestSource, block: number): boolean =>
    readSendingDirectives(parse(file, block)).repetition !== undefined;
  const find = (name: string, from: RequestSource, at: number, isWord = false) => {
    for (const file of withImported(linked, from.location)) {
      const blocks = blocksOf(file, name, isWord);
      const block =
        file === from
          ? (blocks.filter((one) => one < at).at(-1) ?? blocks.find((one) => one > at) ?? blocks[0])
          : blocks.at(-1);
      if (block !== undefined) return { file, block };
    }
    return undefined;
  };
  return (name: string, from: RequestSource, at: number, isWord = false) => {
    const found = find(name, from, at, isWord);
    // One time of a request that is sent several times: `list0`.
    if (found !== undefined || !isWord) return found;
    return repeatedNames(name)
      .map((one) => find(one, from, at))
      .find((one) => one !== undefined && isRepeated(one.file, one.block));
  };
}
