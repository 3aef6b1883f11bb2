import type { Position, Range } from 'vscode-languageserver-protocol';
import {
  describedRequestsRequest,
  descriptionRequest,
  differencesRequest,
  endpointRequest,
  importRequest,
  judgeRequest,
  concernedRequest,
  operationUsesRequest,
  orderRequest,
  planRequest,
  refusalRequest,
  requestsRequest,
  requestSnippetRequest,
  resourcesRequest,
  testsRequest,
  workflowRequest,
} from '../../server/src/protocol';

/** Where something is asked for. */
interface Place {
  readonly uri: string;
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
  /** An empty range at the position. */
  readonly range: Range;
}

/** A request that a feature of the server responds to. */
export interface AskedRequest {
  readonly method: string;
  readonly params: (place: Place) => object;
  /** Refusing is a response, too, such as renaming where there is no name. */
  readonly mayRefuse?: true;
  /** The response holds the document's own text, as an edit, a plan or a request to insert; it is not searched for secrets. */
  readonly hasText?: true;
}

/** What the tests know of a feature of the server. */
interface KnownFeature {
  /** Words of docs/other-editors.md that name it; absent for what only the extension of VS Code uses. */
  readonly page?: string;
  /** Its requests; none for a feature that only receives notifications, and for `send`, which `test/lsp/sending/send.test.ts` tries. */
  readonly requests: readonly AskedRequest[];
}

const atPosition = ({ textDocument, position }: Place) => ({ textDocument, position });
const ofDocument = ({ textDocument }: Place) => ({ textDocument });
const inRange = ({ textDocument, range }: Place) => ({ textDocument, range });
const options = { tabSize: 2, insertSpaces: true };
const item = ({ uri, range }: Place) => ({
  item: { name: 'x', kind: 12, uri, range, selectionRange: range },
});

/** The features of the server by the names of their files in `server/src/features`. `bad-input.test.ts` and `canary.test.ts` ask for all of them. */
export const knownFeatures: Readonly<Record<string, KnownFeature>> = {
  answers: { requests: [] },
  'call-hierarchy': {
    page: 'call hierarchy',
    requests: [
      { method: 'textDocument/prepareCallHierarchy', params: atPosition },
      { method: 'callHierarchy/incomingCalls', params: item },
      { method: 'callHierarchy/outgoingCalls', params: item },
    ],
  },
  'code-actions': {
    page: 'quick fixes',
    requests: [
      {
        method: 'textDocument/codeAction',
        params: (place) => ({ ...inRange(place), context: { diagnostics: [] } }),
        hasText: true,
      },
    ],
  },
  'code-lenses': { page: 'code lens', requests: [{ method: 'textDocument/codeLens', params: ofDocument }] },
  completion: { page: 'completion', requests: [{ method: 'textDocument/completion', params: atPosition }] },
  configuration: { requests: [] },
  definition: { page: 'definition', requests: [{ method: 'textDocument/definition', params: atPosition }] },
  descriptions: {
    requests: [
      { method: descriptionRequest, params: () => ({ folder: 'file:///project', path: 'openapi.yaml' }) },
      { method: describedRequestsRequest, params: () => ({ folder: 'file:///project', path: 'openapi.yaml' }) },
    ],
  },
  diagnostics: { page: 'findings', requests: [{ method: 'textDocument/diagnostic', params: ofDocument }] },
  differences: {
    requests: [{ method: differencesRequest, params: ({ uri }) => ({ uri, operation: 'x', text: '{}' }) }],
  },
  'document-highlights': {
    page: 'highlights',
    requests: [{ method: 'textDocument/documentHighlight', params: atPosition }],
  },
  'document-links': { page: 'links to files', requests: [{ method: 'textDocument/documentLink', params: ofDocument }] },
  'document-symbols': { page: 'outline', requests: [{ method: 'textDocument/documentSymbol', params: ofDocument }] },
  endpoint: {
    requests: [{ method: endpointRequest, params: ({ uri, position: { line } }) => ({ uri, line }) }],
  },
  'folding-ranges': { page: 'folding', requests: [{ method: 'textDocument/foldingRange', params: ofDocument }] },
  formatting: {
    page: 'formatting',
    requests: [
      { method: 'textDocument/formatting', params: (place) => ({ ...ofDocument(place), options }), hasText: true },
      { method: 'textDocument/rangeFormatting', params: (place) => ({ ...inRange(place), options }), hasText: true },
      {
        method: 'textDocument/onTypeFormatting',
        params: (place) => ({ ...atPosition(place), ch: '}', options }),
        hasText: true,
      },
    ],
  },
  hover: { page: 'hover', requests: [{ method: 'textDocument/hover', params: atPosition }] },
  'inlay-hints': { page: 'inlay hints', requests: [{ method: 'textDocument/inlayHint', params: inRange }] },
  'inserted-requests': {
    requests: [
      { method: requestsRequest, params: ({ uri }) => ({ uri }) },
      { method: requestSnippetRequest, params: ({ uri }) => ({ uri, id: 'x', method: 'GET' }) },
      { method: importRequest, params: () => ({ text: 'curl http://h/' }) },
    ],
  },
  judge: {
    requests: [
      {
        method: judgeRequest,
        params: ({ uri }) => ({ uri, request: { method: 'POST', url: 'http://h/_bulk', headers: [], body: '{}' } }),
      },
    ],
  },
  viewport: { requests: [] },
  concerned: {
    requests: [
      {
        method: concernedRequest,
        params: () => ({ folder: 'file:///project', service: 'shop', versions: { former: 'paths: {}', next: '{}' } }),
      },
    ],
  },
  'operation-uses': {
    requests: [
      {
        method: operationUsesRequest,
        params: () => ({ folder: 'file:///project', versions: { former: 'paths: {}', next: '{}' } }),
      },
    ],
  },
  plan: {
    requests: [{ method: planRequest, params: ({ uri, position: { line } }) => ({ uri, line }), hasText: true }],
  },
  resources: { requests: [{ method: resourcesRequest, params: ({ uri }) => ({ service: 'shop', uri }) }] },
  references: {
    page: 'references',
    requests: [
      {
        method: 'textDocument/references',
        params: (place) => ({ ...atPosition(place), context: { includeDeclaration: true } }),
      },
    ],
  },
  refusal: {
    requests: [
      {
        method: refusalRequest,
        params: ({ uri, position: { line } }) => ({ uri, line, status: 400, body: '{}' }),
      },
    ],
  },
  rename: {
    page: 'rename',
    requests: [
      { method: 'textDocument/prepareRename', params: atPosition, mayRefuse: true },
      {
        method: 'textDocument/rename',
        params: (place) => ({ ...atPosition(place), newName: 'other' }),
        mayRefuse: true,
        hasText: true,
      },
    ],
  },
  'renamed-files': {
    page: 'when a file is renamed',
    requests: [
      {
        method: 'workspace/willRenameFiles',
        params: ({ uri }) => ({ files: [{ oldUri: uri, newUri: `${uri}.http` }] }),
        hasText: true,
      },
    ],
  },
  'request-order': { requests: [{ method: orderRequest, params: ({ uri }) => ({ uri }), hasText: true }] },
  'selection-ranges': {
    page: 'selection ranges',
    requests: [
      {
        method: 'textDocument/selectionRange',
        params: ({ textDocument, position }) => ({ textDocument, positions: [position] }),
      },
    ],
  },
  'semantic-tokens': {
    page: 'semantic tokens',
    requests: [
      { method: 'textDocument/semanticTokens/full', params: ofDocument },
      { method: 'textDocument/semanticTokens/range', params: inRange },
    ],
  },
  send: { page: 'rulebook.send', requests: [] },
  'signature-help': {
    page: 'signature help',
    requests: [{ method: 'textDocument/signatureHelp', params: atPosition }],
  },
  tests: { requests: [{ method: testsRequest, params: () => ({ text: 'GET http://h/\n\n?? status == 200\n' }) }] },
  'text-documents': { requests: [] },
  'watched-files': { requests: [] },
  workflows: {
    requests: [{ method: workflowRequest, params: ({ uri }) => ({ uri, workflow: 'buy' }), hasText: true }],
  },
  'workspace-symbols': {
    page: 'symbols of the workspace',
    requests: [{ method: 'workspace/symbol', params: () => ({ query: 'a' }) }],
  },
};

/** Returns what to ask for at a position of a document, without what was already asked. */
export function requestsAt(
  uri: string,
  position: Position,
  asked = new Set<string>(),
): readonly (AskedRequest & { readonly given: object })[] {
  const place = { uri, textDocument: { uri }, position, range: { start: position, end: position } };
  const all = Object.values(knownFeatures).flatMap(({ requests }) =>
    requests.map((request) => ({ ...request, given: request.params(place) })),
  );
  return all.filter(({ method, given }) => {
    const key = JSON.stringify([method, given]);
    return !asked.has(key) && asked.add(key);
  });
}
