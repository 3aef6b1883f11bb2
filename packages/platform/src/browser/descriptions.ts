import { brotli_dec as unpack, initSync } from 'brotli-dec-wasm/web';
import type { LoadDescription } from '@rulebook/services';
import { loadDescriptions } from '../packed-descriptions';

/** The compiled descriptions of the package as they were fetched, and the WebAssembly that unpacks them: no browser does so everywhere. */
interface FetchedDescriptions {
  /** By name, `github` for `github.json.br`. */
  readonly packed: Readonly<Record<string, Uint8Array>>;
  readonly decoder: Uint8Array;
}

class Missing extends Error {}

/** Returns a function that unpacks descriptions in a browser, each when it is needed first; `say` receives a sentence for the user. */
export function createFetchedDescriptionLoader(
  { packed, decoder }: FetchedDescriptions,
  say: (message: string) => void,
): LoadDescription {
  let isReady = false;
  return loadDescriptions({
    linesOf: (name) => {
      const bytes = packed[name];
      if (bytes === undefined) throw new Missing();
      if (!isReady) initSync({ module: new Uint8Array(decoder) });
      isReady = true;
      // Its texts escape all other characters, and so this is what they say.
      return new TextDecoder('latin1').decode(unpack(bytes));
    },
    causeOf: (error) => (error instanceof Missing ? 'its file is missing' : 'its file is damaged'),
    say,
  });
}
