import type { Engine } from '@rulebook/engine';
import type { RequestFile } from '@rulebook/request-file/syntax';

type Block = ReturnType<Engine['parse']>;

/** What chooses requests of a file. */
export interface RequestChoice {
  readonly name?: string;
  readonly line?: number;
  /** Absent where a command takes one request only. */
  readonly all?: boolean | undefined;
  /** Which of all requests are meant; absent: each. */
  readonly isWanted?: ((block: Block) => boolean) | undefined;
  /** The command has no option `--all`. */
  readonly takesOne?: true;
}

/** Returns the blocks that the options choose, or why there are none, as half a sentence. */
export function chooseBlocks(engine: Engine, file: RequestFile, options: RequestChoice): readonly number[] | string {
  const choices = [options.all === true, options.line !== undefined, options.name !== undefined].filter(Boolean);
  if (choices.length > 1) return '--name, --line and --all cannot be combined; use one of them';
  const blocks = [...file.blocks].map((_, index) => index);
  // Blocks without a request have no plan, so nothing needs to be parsed for this choice.
  const { isWanted } = options;
  if (options.all)
    return isWanted === undefined ? blocks : blocks.filter((index) => isWanted(engine.parse(file, index)));
  const all = blocks.filter((index) => {
    // A `curl` line, for example, is a request that cannot be sent, and its plan says why.
    const { request, otherRequest, runs } = engine.parse(file, index);
    return request ?? otherRequest ?? runs[0];
  });
  if (all.length === 0) return 'the file contains no request';
  if (options.line !== undefined) {
    const block = file.blocks.indexAtLine(options.line - 1);
    const isInFile = options.line - 1 <= file.blocks.lineEnds;
    return isInFile && all.includes(block) ? [block] : `there is no request at line ${options.line}`;
  }
  if (options.name !== undefined) {
    const named = all.find((index) => namesOfBlock(engine, file, index).includes(options.name ?? ''));
    return named === undefined ? `there is no request named ${options.name}` : [named];
  }
  return all.length === 1 ? all : `the file contains several requests; choose with ${choicesOf(options)}`;
}

/** Returns whether a file begins without a request line. */
export function lacksRequestLine(engine: Engine, file: RequestFile): boolean {
  return engine.parse(file, 0).problems.some(({ code }) => code === 'malformed-request-line');
}

/** Returns the names by which a request can be chosen: that of `# @name`, and its title. */
export function namesOfBlock(engine: Engine, file: RequestFile, index: number): readonly string[] {
  const block = engine.parse(file, index);
  if (!(block.request ?? block.otherRequest ?? block.runs[0])) return [];
  const directive = block.directives.find(({ name }) => name.text === 'name')?.value?.text;
  return [directive, block.title?.text].filter((name) => name !== undefined);
}

function choicesOf({ takesOne }: RequestChoice): string {
  return takesOne ? '--name or --line' : '--name, --line or --all';
}
