import type { ServerFeature } from './feature';
import { answers } from './features/answers';
import { codeActions } from './features/code-actions';
import { codeLenses } from './features/code-lenses';
import { completion } from './features/completion';
import { configuration } from './features/configuration';
import { diagnostics } from './features/diagnostics';
import { documentLinks } from './features/document-links';
import { documentSymbols } from './features/document-symbols';
import { endpoint } from './features/endpoint';
import { foldingRanges } from './features/folding-ranges';
import { hover } from './features/hover';
import { insertedRequests } from './features/inserted-requests';
import { look } from './features/look';
import { plan } from './features/plan';
import { differences } from './features/differences';
import { refusal } from './features/refusal';
import { tests } from './features/tests';
import { requestOrder } from './features/request-order';
import { send } from './features/send';
import { textDocuments } from './features/text-documents';
import { watchedFiles } from './features/watched-files';

/** All features of the server, in no particular order. */
export const features: readonly ServerFeature[] = [
  answers,
  codeActions,
  codeLenses,
  completion,
  configuration,
  diagnostics,
  documentLinks,
  documentSymbols,
  endpoint,
  foldingRanges,
  hover,
  insertedRequests,
  look,
  plan,
  refusal,
  tests,
  differences,
  requestOrder,
  send,
  textDocuments,
  watchedFiles,
];
