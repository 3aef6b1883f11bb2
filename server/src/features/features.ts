import type { ServerFeature } from '../session/feature';
import { answers } from './answers';
import { callHierarchy } from './call-hierarchy';
import { codeActions } from './code-actions';
import { codeLenses } from './code-lenses';
import { completion } from './completion';
import { concerned } from './concerned';
import { configuration } from './configuration';
import { definition } from './definition';
import { descriptions } from './descriptions';
import { diagnostics } from './diagnostics';
import { documentHighlights } from './document-highlights';
import { documentLinks } from './document-links';
import { documentSymbols } from './document-symbols';
import { endpoint } from './endpoint';
import { foldingRanges } from './folding-ranges';
import { formatting } from './formatting';
import { hover } from './hover';
import { inlayHints } from './inlay-hints';
import { insertedRequests } from './inserted-requests';
import { judge } from './judge';
import { look } from './viewport';
import { operationUses } from './operation-uses';
import { plan } from './plan';
import { differences } from './differences';
import { references } from './references';
import { resources } from './resources';
import { refusal } from './refusal';
import { rename } from './rename';
import { renamedFiles } from './renamed-files';
import { signatureHelp } from './signature-help';
import { tests } from './tests';
import { requestOrder } from './request-order';
import { selectionRanges } from './selection-ranges';
import { semanticTokens } from './semantic-tokens';
import { send } from './send';
import { textDocuments } from './text-documents';
import { watchedFiles } from './watched-files';
import { workflows } from './workflows';
import { workspaceSymbols } from './workspace-symbols';

/** All features of the server, in no particular order. */
export const features: readonly ServerFeature[] = [
  answers,
  callHierarchy,
  codeActions,
  codeLenses,
  completion,
  concerned,
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
  operationUses,
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
  workflows,
  workspaceSymbols,
];
