import type { Connection } from 'vscode-languageserver';
import type { CheckOptions } from '@rulebook/engine';
import { lengthOf, type DocumentStore } from '../documents/documents';
import { answerScheme, namesRequest, resourceScheme, type NamesResult } from '../protocol';
import { LiveNames, type LiveNamesParts } from './live-names';

/** In UTF-16 code units: each change of the names that an endpoint lists has a file checked as a whole. */
const longestNamed = 2_000_000;

/** Creates the live names of a session; its client is asked, and only for request files that are open. */
export function createLiveNames({
  connection,
  documents,
  ...parts
}: Pick<LiveNamesParts, 'engine' | 'isOn' | 'onChange'> & {
  readonly connection: Connection;
  readonly documents: Pick<DocumentStore, 'get'>;
}): { readonly liveNames: LiveNames; readonly withNames: (uri: string, options: CheckOptions) => CheckOptions } {
  const liveNames = new LiveNames({
    ...parts,
    ask: (params) => connection.sendRequest<NamesResult | null>(namesRequest, params),
    now: Date.now,
    later: (run, delay) => {
      setTimeout(run, delay);
    },
  });
  return {
    liveNames,
    withNames: (uri, options) => {
      const document = documents.get(uri);
      const isShown = uri.startsWith(`${resourceScheme}:`) || uri.startsWith(`${answerScheme}:`);
      if (isShown || document?.kind !== 'requests' || lengthOf(document.file) > longestNamed) return options;
      return liveNames.optionsFor(uri, options);
    },
  };
}
