import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Engine } from '@rulebook/engine';
import { readLinkedFiles, withImported, type LinkedFiles } from '@rulebook/sender/send';
import { sequencesOf, type RequestFile } from '@rulebook/request-file/syntax';
import { nearest, visibleLine } from '@rulebook/text';
import type { BodyFolders } from '@rulebook/node/files/body-folders';
import { importReader } from '@rulebook/node/files/imported-requests';
import { chooseBlocks, namesOfBlock, type RequestChoice } from './choose-blocks';
import { openRequests } from './named-requests';

/** The requests that the options of a command choose. */
interface ChosenRequests {
  /** The path of their file, which the named file may import. */
  readonly path: string;
  readonly file: RequestFile;
  readonly blocks: readonly number[];
}

/** Returns the requests that the options choose: by name, also one of an imported file. Or why there are none, as half a sentence. */
export function chooseRequests(
  { engine, path, file, folders }: ChoiceInput,
  options: RequestChoice,
): ChosenRequests | string {
  const blocks = chooseBlocks(engine, file, options);
  if (typeof blocks !== 'string') return { path, file, blocks };
  const { name } = options;
  if (name === undefined || options.line !== undefined || options.all === true) return blocks;
  const linked = readLinked({ engine, path, file, folders });
  const [, ...imported] = withImported(linked, linked.root);
  for (const one of imported) {
    const block = blockNamed(engine, one.file, name);
    if (block !== undefined) return { path: one.location, file: one.file, blocks: [block] };
  }
  const [problem] = linked.problems;
  if (problem !== undefined) return `${problem.location}, line ${problem.line + 1}: ${problem.reason}`;
  const names = [file, ...imported.map((one) => one.file)].flatMap((one) => namesInFile(engine, one));
  const meant = nearest(name, names);
  return meant === undefined ? blocks : `${blocks}; did you mean ${visibleLine(meant)}?`;
}

/** A sequence of a file: the block that states it, and the names of its requests. */
export interface ChosenSequence {
  readonly block: number;
  readonly names: readonly string[];
}

/** Returns the sequence of this name; or why there is none, as half a sentence. */
export function chooseSequence(engine: Engine, file: RequestFile, name: string): ChosenSequence | string {
  const known: string[] = [];
  for (let block = 0; block < file.blocks.size; block++)
    for (const sequence of sequencesOf(engine.parse(file, block))) {
      if (sequence.name.text === name) return { block, names: sequence.members.map(({ text }) => text) };
      known.push(sequence.name.text);
    }
  if (known.length === 0) return 'the file states no sequence; write `# @sequence name: request, request` into it';
  const meant = nearest(name, known);
  const advice = meant === undefined ? '' : `; did you mean ${visibleLine(meant)}?`;
  return `there is no sequence named ${name}; the sequences are ${visibleLine(known.join(', '))}${advice}`;
}

/** What the requests are chosen from. */
export interface ChoiceInput {
  readonly engine: Engine;
  readonly path: string;
  readonly file: RequestFile;
  /** Where imported files may be. */
  readonly folders: Pick<BodyFolders, 'allowed' | 'advice'>;
}

/** Reads the files that a request file imports. */
export function readLinked({ engine, path, file, folders }: ChoiceInput): LinkedFiles {
  // A text that is not saved yet has no file.
  return readLinkedFiles(existsSync(path) ? realpathSync(path) : resolve(path), file, {
    read: importReader(folders),
    open: (text, location) => openRequests(engine, location, text),
    parse: (block) => engine.parseBlock(block),
  });
}

function blockNamed(engine: Engine, file: RequestFile, name: string): number | undefined {
  for (let block = 0; block < file.blocks.size; block++)
    if (namesOfBlock(engine, file, block).includes(name)) return block;
  return undefined;
}

function namesInFile(engine: Engine, file: RequestFile): readonly string[] {
  return Array.from({ length: file.blocks.size }, (_, block) => namesOfBlock(engine, file, block)).flat();
}
