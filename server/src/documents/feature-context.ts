import type { CheckOptions, Engine } from '@rulebook/engine';
import type { Client } from '../ports/client';
import type { OpenDocument } from './documents';
import type { PositionEncoding } from './to-lsp';

/** What features about one document need. */
export interface FeatureContext {
  readonly engine: Engine;
  readonly encoding: PositionEncoding;
  readonly client: Client;
  /** Returns how a document is checked: the same value until its settings or an included file change. */
  readonly optionsOf: (document: Pick<OpenDocument, 'uri'>) => CheckOptions;
}
