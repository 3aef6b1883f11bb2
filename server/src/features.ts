import type { ServerFeature } from './feature';
import { answers } from './features/answers';
import { callHierarchy } from './features/call-hierarchy';
import { codeActions } from './features/code-actions';
import { codeLenses } from './features/code-lenses';
import { completion } from './features/completion';
import { configuration } from './features/configuration';
import { definition } from './features/definition';
import { descriptions } from './features/descriptions';
import { diagnostics } from './features/diagnostics';
import { documentHighlights } from './features/document-highlights';
import { documentLinks } from './features/document-links';
import { documentSymbols } from './features/document-symbols';
import { endpoint } from './features/endpoint';
import { foldingRanges } from './features/folding-ranges';
import { formatting } from './features/formatting';
import { hover } from './features/hover';
import { inlayHints } from './features/inlay-hints';
import { insertedRequests } from './features/inserted-requests';
import { judge } from './features/judge';
import { look } from './features/viewport';
import { plan } from './features/plan';
import { differences } from './features/differences';
import { references } from './features/references';
import { resources } from './features/resources';
import { refusal } from './features/refusal';
import { rename } from './features/rename';
import { renamedFiles } from './features/renamed-files';
import { signatureHelp } from './features/signature-help';
import { tests } from './features/tests';
import { requestOrder } from './features/request-order';
import { selectionRanges } from './features/selection-ranges';
import { semanticTokens } from './features/semantic-tokens';
import { send } from './features/send';
import { textDocuments } from './features/text-documents';
import { watchedFiles } from './features/watched-files';
import { workspaceSymbols } from './features/workspace-symbols';

/** All features of the server, in no particular order. */
export const features: readonly ServerFeature[] = [
  answers,
  callHierarchy,
  codeActions,
  codeLenses,
  completion,
  configuration,
  definition,
  descriptions,
  diagnostics,
  documentHighlights,
  documentLinks,
  documentSymbols,
  endpoint,
  foldingRanges,
  formatting,
  hover,
  inlayHints,
  insertedRequests,
  judge,
  look,
  plan,
  references,
  resources,
  refusal,
  rename,
  renamedFiles,
  signatureHelp,
  tests,
  differences,
  requestOrder,
  selectionRanges,
  semanticTokens,
  send,
  textDocuments,
  watchedFiles,
  workspaceSymbols,
];
