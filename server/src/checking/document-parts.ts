import type { Position } from 'vscode-languageserver';
import type { CheckOptions, Engine } from '@rulebook/engine';
import type { KnownSource } from '@rulebook/exchange/arazzo';
import { createDescribedService, type PackedDescription, type Service } from '@rulebook/services';
import { perObject } from '@rulebook/text';
import type { Settings } from '../configuration/settings';
import type { OpenDocument } from '../documents/documents';
import { rangesIn, rangesOfBlock, toBlockOffset, type PositionEncoding, type RangeOf } from '../documents/to-lsp';
import { plainUri } from '../documents/uris';
import type { Client } from '../ports/client';
import type { ServerPorts } from '../ports/ports';

/** What documents of other formats take. */
export interface OtherFormatParts {
  readonly engine: Pick<
    Engine,
    'openFile' | 'openBody' | 'check' | 'withFixes' | 'textOf' | 'complete' | 'hover' | 'describeCompletion' | 'planAll'
  >;
  readonly ports: Pick<ServerPorts, 'describe' | 'readFile'>;
  readonly client: Client;
  readonly encoding: PositionEncoding;
  readonly settingsOf: (uri: string) => Pick<Settings, 'root' | 'configuration' | 'codeLens'>;
}

/** The text of a document, and its positions. */
export interface DocumentText {
  readonly uri: string;
  readonly text: string;
  readonly rangeOf: RangeOf;
  readonly offsetAt: (position: Position) => number;
}

/** Returns the text of an open document. */
export function documentText({ uri, file }: OpenDocument, { engine, encoding }: OtherFormatParts): DocumentText {
  return textAt(uri, engine.textOf(file), { engine, encoding });
}

/** A text is one block here, however many requests a request file would have in it. */
export function textAt(
  uri: string,
  text: string,
  { engine, encoding }: Pick<OtherFormatParts, 'engine' | 'encoding'>,
): DocumentText {
  const whole = engine.openBody(text, { method: '', target: '', at: '' });
  return {
    ...{ uri, text },
    rangeOf: rangesOfBlock(whole, 0, encoding) ?? rangesIn({ text, length: text.length, lineEnds: 0 }, 0, encoding),
    offsetAt: (position) => toBlockOffset(whole, position, encoding).offset,
  };
}

/** Returns the description that an overlay extends. */
export async function extendedBy(
  uri: string,
  text: string,
  { ports }: Pick<OtherFormatParts, 'ports'>,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  const { extendedFileOf } = await import('@rulebook/description');
  const path = extendedFileOf(text, plainUri(uri));
  const target = path !== undefined && URL.canParse(path, uri) ? new URL(path, uri).href : undefined;
  const content = target === undefined ? undefined : await ports.readFile?.(target);
  return target === undefined || content === undefined ? undefined : { path: target, text: content };
}

/** Returns the options by which a request goes to the service of a source description; for each description the same. */
export function optionsFor({ description }: KnownSource): CheckOptions {
  return description === undefined ? made([]) : ofDescription(description);
}

const ofDescription = perObject((description: PackedDescription) =>
  made([createDescribedService(description, { id: service })]),
);

const service = 'arazzo-source';

function made(services: readonly Service[]): CheckOptions {
  const outsideNames = { variables: new Set(['value']), requests: new Set<string>(), isComplete: false };
  const endpoints = [{ name: 'source', service, baseUrl: 'https://source.invalid' }];
  return { context: { endpoints, defaults: { [service]: 'source' }, services, outsideNames }, severities: {} };
}
