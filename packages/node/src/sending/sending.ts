import { createSnapshots } from '@rulebook/sender/asserts';
import { createSnapshotFiles } from '../files/snapshot-files';
import { createConnectionSource } from '../http/connection-options';
import { createCookieJar } from '../http/cookie-jar';
import { createTokens } from '../credentials/oauth';
import { createScriptRunner } from '../scripts/script-runner';
import { createTransport } from '../http/transport';
import { evaluateAsserts } from './evaluate-asserts';

/** The HTTP client, the cookies, the tokens, the scripts and the asserts. They are large, so that the extension loads them with the first request, from the parts of the programs. */
export const sending = {
  createTransport,
  createCookieJar,
  createConnectionSource,
  createTokens,
  createScriptRunner,
  evaluateAsserts,
  /** Snapshots of an editor: a missing one is written. */
  createSnapshots: (path: string) => createSnapshots(createSnapshotFiles(path), 'new'),
};
