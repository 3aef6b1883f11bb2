import type { Definitions } from '../../binding/destination';
import type { Binding, CheckContext } from '../../binding/model';
import type { Severity } from '@rulebook/catalogue/facts';
import type { Block, BlockText, BodyAssociation } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import type { Rule } from '../rule';
import type { RuleFailureListener } from './findings';

/** The context and the severities of a check. */
export interface FileOptions {
  readonly context: CheckContext;
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
}

/** What checks of files are made of. */
export interface FileCheckerParts {
  /** Parses a block, or returns it as it was parsed before. */
  readonly parse: (text: BlockText, association: BodyAssociation | undefined, context: CheckContext) => Block;
  /** Parses a block and keeps nothing. */
  readonly parseOnce: (text: BlockText, association: BodyAssociation | undefined, context: CheckContext) => Block;
  readonly bind: (block: Block, context: CheckContext, definitions: Definitions) => Binding | undefined;
  readonly rules: readonly Rule[];
  /** Each file is checked once. */
  readonly checksOnce: boolean;
  readonly onRuleFailure?: RuleFailureListener;
  /** Receives each block that is checked. */
  readonly onBlock?: BlockVisitor;
}

/** Receives a block that is checked, its binding, and its index in the file. */
export type BlockVisitor = (
  block: Block,
  binding: Binding | undefined,
  source: BlockText,
  options: FileOptions,
  file: RequestFile,
  index: number,
) => void;
