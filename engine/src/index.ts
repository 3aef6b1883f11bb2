export { endpointOfUrl, isBehind } from './binding/destination';
export { inclusionsOf, mayInclude } from './binding/inclusion';
export type {
  Authentication,
  Binding,
  CheckContext,
  Endpoint,
  IncludedBody,
  IncludedProblem,
  Inclusion,
} from './binding/model';
export type { EventOption, PlayedOption, StartOption } from './catalogue/identity';
export type { Catalogue, Service } from './catalogue/service';
export type { Operation } from './catalogue/operation';
export type { Provenance, ServiceId, Severity } from './catalogue/facts';
export type {
  AutomaticCompletion,
  CodeAction,
  Completion,
  CompletionKind,
  Completions,
  FoldingSpan,
  Hover,
  Symbol,
} from './features/model';
export type { OfferedRequest } from './features/request-list';
export type { Finding, RelatedPosition, Rule } from './rules/rule';
export { indexOfBlock } from './rules/runner/check-file';
export type { CheckedBlock } from './rules/runner/file-block';
export { tallies, tallyKeyOf, type Tallies, type Tally } from './rules/runner/tallies';
export { firstIndexWhere } from './text/search';
export { Sequence, type Aggregate, type Chunk } from './structures/sequence';
export {
  defaultConfiguration,
  mergeConfiguration,
  parseConfiguration,
  sandboxEndpoints,
  spanInConfiguration,
  type Configuration,
  type ConfigurationProblem,
  type OwnService,
} from './run/configuration';
export { formatEvents, isEventStream } from './run/response/event-stream';
export { dumped } from './run/response/hex-dump';
export { describeDuration, describeSize } from './run/response/measures';
export {
  comparedResponse,
  responseDocument,
  type DocumentOptions,
  type ResponseDocument,
} from './run/response/response-document';
export type { ExplainedRefusal, Refused } from './run/response/explain-refusal';
export { joinPages, pagesOf, type PagedRequest, type Pages } from './run/response/pages-of';
export { requestText, type RequestTextOptions } from './run/request-text';
export { printJson } from './run/json-printer';
export type { CookieJar, KeptCookie, RequestCookies } from './run/cookies';
export { definitionsIn } from './syntax/definitions';
export {
  describeEnd,
  describeHead,
  describeResponse,
  maskResponse,
  secretsIn,
  summariseResponse,
} from './run/describe-response';
export { createMasker, createStreamMask, redact, type Masker } from './masking/masker';
export { mask, type FoundSecret } from './masking/mask-named-secrets';
export { isSecretMember, isSecretName } from './masking/secret-names';
export {
  credentialVariable,
  endpointVariable,
  environmentConflict,
  environmentCredential,
  passphraseVariable,
  secretVariable,
  originOf,
  originsOf,
  overrideEndpoints,
  type EnvironmentCredential,
} from './run/environment-overrides';
export { isLoopbackOrigin, isSandboxEndpoint } from './run/sandbox-endpoint';
export { filesOf, materialise, type Materialised, type MaterialiseInput } from './run/materialise';
export { allowsSending, leftOutOf, problemsOf } from './run/explain-plan';
export {
  prepareRequest,
  withoutAuthorization,
  type CredentialAnswer,
  type PreparePorts,
  type Prepared,
} from './run/prepare-request';
export { checkSignature, type Hmac, type SignatureCheck } from './run/resources/check-signature';
export { readDeliveries, readMeasure, type DeliveryRow } from './run/resources/read-deliveries';
export { explainStatus, readAnswer } from './run/resources/read-answer';
export {
  fillRequest,
  measureOf,
  memberAt,
  membersAt,
  namedResource,
  namesInForm,
  namesInRequests,
  readResources,
  requestFileText,
  type ResourceEntry,
  type ResourceNames,
} from './run/resources/read-resources';
export type {
  DeliveryTable,
  NamedResources,
  PayloadSignature,
  ResourceAction,
  ResourceGroup,
  ResourceItem,
  ResourceRequest,
  WatchedMeasure,
} from './catalogue/resources';
export { identities } from './services/identities';
export {
  controlEndpoint,
  eventOptions,
  eventServers,
  playedServers,
  startOptions,
  type ServerOfService,
} from './services/played-servers';
export { secretNameOf } from './run/system-variables';
export type { Resolve, SystemPorts, VariableValue } from './run/system-variables';
export { lossesOf, unknownEndpoint, type Refusal } from './run/send/refusals';
export { describeCircle, type RequestOrder } from './run/send/dependencies';
export { runSteps, type StepNames, type StepOptions, type StepsEnd } from './run/send/run-steps';
export type { SendOrder, SendReport } from './run/send-order';
export { exchangeSettings, type GivenSettings } from './run/send/exchange-settings';
export {
  describeAnswer,
  explainMissing,
  headNotes,
  sendPlan,
  type Decision,
  type ExchangeSettings,
  type Sent,
  type SendPorts,
} from './run/send/send-plan';
export { copyInputOf, type CopyFacts } from './run/copy/copy-input';
export type { PlannedCall } from './run/copy/planned-call';
export { copyRequest, type CopiedRequest } from './run/copy/copy-request';
export { copyTargets, type CopyTarget } from './run/copy/copy-targets';
export type { CopyInput, ServiceCall } from './run/copy/copy-source';
export { evaluateAsserts, type AssertContext } from './run/asserts/evaluate-asserts';
export { testedRequests, type TestedRequest } from './run/asserts/tested-requests';
export { describeAssertResult, judgesStatus, type AssertOutcome, type AssertResult } from './run/asserts/assert-result';
export { explainRequest, type ExplainPorts } from './run/explain/explain-request';
export type { ExplainedCredential, Explanation } from './run/explain/explanation';
export { explanationJson } from './run/explain/explanation-json';
export { explanationDocument } from './run/explain/explanation-document';
export { explanationText, plainStyle, type TextStyle } from './run/explain/explanation-text';
export { definitionLayer, layerOf, resolveIn, type VariableLayer, type VariableSource } from './run/variable-layers';
export { maskRequest, type MaskedRequest } from './run/mask-request';
export { secretsOfResponse } from './run/request-secrets';
export { harOf, type RecordedExchange } from './run/har';
export { isCurl } from './run/import/import-curl';
export { importFormats, importRequests, type ImportFormat } from './run/import/import-requests';
export type { WrittenRequests } from './run/import/write-requests';
export { wantsCredential } from './run/wants-credential';
export { createAnswers, requestsReferredTo, type Answers } from './run/answers';
export type {
  BodyFile,
  BodyPiece,
  CancelSignal,
  ConnectionOptions,
  Effect,
  LeftOut,
  PlanProblem,
  PlannedAssert,
  PreparedRequest,
  ReceivedResponse,
  RequestPlan,
  ResponseHead,
  ResponseObserver,
  ResponseTiming,
  Retry,
  Segment,
  SendOptions,
  Transport,
  TransportFailure,
} from './run/plan';
export type { Block, BlockText, BodyAssociation } from './syntax/model';
export type { FileEdit, RequestFile } from './syntax/request-file';
export type { TextEdit } from './text/edit';
export type { LinePosition } from './text/lines';
export type { Span } from './text/span';
export { createCatalogues, type LoadDescription } from './description/catalogues';
export { compiledFormat, type CompiledDescription, type DescriptionProblem } from './description/compiled';
export { createDescribedService } from './description/described-service';
export type { PlacedProblem } from './description/own-description';
export { unpackDescription, type PackedDescription } from './description/packed';
export { editionOf, type CompiledEditions } from './description/editions';
export { combineRulesets } from './rules/house/combine-rulesets';
export type { HouseRule, Ruleset } from './catalogue/house';
export { createEngine } from './engine/create-engine';
export type { AnswerParts, CheckOptions, Engine, EngineParts } from './engine/model';
export { secretsOfRecorded } from './run/request-secrets';
export { spansOf } from './syntax/json-spans';
export type { RecordedParts } from './syntax/wire-block';
export type { FileReport } from './rules/runner/check-file';
export { associateBody } from './run/associate-body';
export { associationOfAnswer } from './run/answer-association';
export { configurationShape, settingMembers } from './run/configuration/description';
export { completeConfiguration } from './run/configuration/complete';
export { configurationSchema, settingSchemas, type JsonSchema } from './run/configuration/schema';
export { severityEdit } from './run/severity-edit';
export { lineStartsIn, openRequestFile, blockOffsetAt } from './syntax/request-file';
export { count, withCommas } from './text/count';
export { requestLineOf } from './syntax/request-line';
export { framesOf } from './text/frames-of';
export { lineStartsOf, positionAt, startOfLine } from './text/lines';
export { visible, visibleJson, visibleLine } from './text/visible';
export { applyEdits } from './text/edit';
export { createMemo, perObject } from './structures/memo';
