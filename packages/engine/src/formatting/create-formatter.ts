import type { CheckContext } from '@rulebook/checker/binding/model';
import { endingsIn } from '@rulebook/catalogue/line-paths';
import { lineEndings } from '@rulebook/services/line-endings';
import { openBodyFile, openRequestFile } from '@rulebook/request-file/syntax/request-file';
import type { Engine } from '../model';
import { createParsers, parserOf } from '../parsers';
import { createFormatterOf } from './formatter-of';

/** What of the engine lays files out. It loads no rules. */
export type Formatter = Pick<Engine, 'openFile' | 'openBody' | 'format'>;

/** Creates a formatter. It loads the documents' catalogue only for a user's own services, whose paths it compares with those of the documents. */
export async function createFormatter({ services }: Pick<CheckContext, 'services'>): Promise<Formatter> {
  const parserIn =
    services === undefined ? onlyDocumented : createParsers((await import('@rulebook/services/registry')).catalogue);
  return { openFile: openRequestFile, openBody: openBodyFile, format: createFormatterOf(parserIn) };
}

const documented = parserOf(endingsIn(lineEndings));
const onlyDocumented = () => documented;
