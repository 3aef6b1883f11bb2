export { endpointOfUrl, isBehind } from './binding/destination';
export { filesTakenBy, inclusionsOf, mayInclude } from './binding/inclusion';
export type {
  Authentication,
  Binding,
  CheckContext,
  Endpoint,
  IncludedBody,
  IncludedProblem,
  Inclusion,
  OutsideNames,
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
export type { NameContext, NamedThing, NameKind, NameOccurrence } from './names/occurrence';
export {
  definitionsMeant,
  occurrencesAt,
  occurrencesNamed,
  type NamesOfFile,
  type PlacedOccurrence,
} from './names/names-in-file';
export {
  environmentOccurrenceAt,
  environmentOccurrences,
  type EnvironmentOccurrence,
} from './names/environment-occurrences';
export {
  refuseNewEnvironmentName,
  refuseNewName,
  refuseRenaming,
  refuseRenamingProcessVariable,
  refuseRenamingSystemVariable,
} from './names/rename';
export { unfilledValue } from './names/unfilled-value';
export { importedFacts, type ImportingFile } from './names/imported-facts';
export type { NamedResource } from './names/resource-in';
export {
  definedNames,
  importedBy,
  joinDefinedNames,
  linksOf,
  mayLink,
  withImportedNames,
  type DefinedNames,
  type NameEntry,
  type NamesSummary,
} from './names/summary';
export { fuzzyScore } from './text/fuzzy';
export { requestsCalled, requestsCalling, type RequestCall, type RequestPlace } from './names/request-calls';
export { isVariableIn, occurrencesAcross, type FileOccurrences, type LinkedFile } from './names/scope';
export { tokenModifiers, tokenTypes } from './features/semantic-tokens';
export type { Conversion } from './convert/model';
export type { FormattedBlock } from './format/format-file';
export { defaultFormat, type FormatOptions } from './format/options';
export type { Finding, RelatedPosition, Rule } from './rules/rule';
export { indexOfBlock } from './rules/runner/check-file';
export type { CheckedBlock } from './rules/runner/file-block';
export { tallies, tallyKeyOf, type Tallies, type Tally } from './rules/runner/tallies';
export { firstIndexWhere } from './text/search';
export { lineChanges, linesWithEnds } from './text/line-diff';
export { Sequence, type Aggregate, type Chunk } from './structures/sequence';
export {
  defaultConfiguration,
  mergeConfiguration,
  protectedEnvironment,
  parseConfiguration,
  sandboxEndpoints,
  keySpanInConfiguration,
  spanInConfiguration,
  type Configuration,
  type ConfigurationProblem,
  type OwnService,
} from './run/configuration';
export { riskyWays } from './run/configuration/risky-ways';
export { formatEvents, isEventStream } from './run/response/event-stream';
export { dumped } from './run/response/hex-dump';
export { describeDuration, describeSize } from './run/response/measures';
export {
  comparedResponse,
  responseDocument,
  describeOrigin,
  type DocumentOptions,
  type ResponseOrigin,
  type ResponseDocument,
} from './run/response/response-document';
export type { ExplainedRefusal, Refused } from './run/response/explain-refusal';
export { joinPages, pagesOf, type PagedRequest, type Pages } from './run/response/pages-of';
export { requestText, type RequestTextOptions } from './run/request-text';
export { printJson } from './run/json-printer';
export type { CookieJar, KeptCookie, RequestCookies } from './run/cookies';
export { definitionsIn } from './syntax/definitions';
export { isRequestFileName, requestFileEndings } from './syntax/request-file-name';
export { isMarkdownName, mayHoldRequests, withoutProse } from './syntax/markdown';
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
  endpointAt,
  endpointsOfFolder,
  isOwnVariable,
  overrideEndpoints,
  type EnvironmentCredential,
} from './run/variables/environment-overrides';
export { credentialKeyOf, credentialWayOf, detourOf, originOf, originsOf, wayOf, type Way } from './run/variables/ways';
export {
  describePrivateSource,
  isPrivateFile,
  keyOfSource,
  namedPlacesOf,
  plainFileName,
  type PrivateFile,
  type PrivateSource,
  type PrivateUse,
} from './run/variables/private-sources';
export type { WayPorts, WayQuestion } from './run/send/allowed-ways';
export { isLoopbackOrigin, isSandboxEndpoint } from './run/sandbox-endpoint';
export { filesOf, materialise, type Materialised, type MaterialiseInput } from './run/variables/materialise';
export { allowsSending, leftOutOf, problemsOf } from './run/plan/explain-plan';
export {
  prepareRequest,
  withoutAuthorization,
  type CredentialAnswer,
  type PreparePorts,
  type Prepared,
} from './run/send/prepare-request';
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
export { secretNameOf } from './run/variables/system-variables';
export type { DotenvReader, Resolve, SystemPorts, VariableValue } from './run/variables/system-variables';
export { lossesOf, unknownEndpoint, type Refusal } from './run/send/refusals';
export {
  beginningOfEarlier,
  comparedWithEarlier,
  readEarlierResponse,
  type EarlierResponse,
} from './run/response/earlier-response';
export { describeAnswered } from './run/variables/described-answer';
export { parseTree } from './text/json-tree';
export { inCode, loadMarkdown } from './features/foreign-markdown';
export { nearest } from './text/edit-distance';
export { describeCircle, type RequestOrder } from './run/send/dependencies';
export {
  readLinkedFiles,
  withImported,
  type ImportPorts,
  type ImportProblem,
  type RequestSource,
  type LinkedFiles,
} from './run/imports/imported-files';
export { withImportedScripts } from './run/plan/scripted-names';
export { runOrder, type RunOrder, type RunOrderPorts, type RunStep } from './run/imports/run-order';
export { createFiller } from './run/variables/resolve-variables';
export { turnsOf, valueInTurn, type TurnPorts } from './run/send/turns';
export { runSteps, type StepNames, type StepOptions, type StepsEnd } from './run/send/run-steps';
export type { SendOrder, SendReport, SendStep } from './run/send/send-order';
export { createRateLimits, type RateLimits } from './run/send/rate-limits';
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
export { undefinedWithoutEnvironment } from './run/variables/undefined-without-environment';
export { mayHaveTests, testedRequests, type TestedRequest } from './run/asserts/tested-requests';
export {
  describeAssertResult,
  failedRedirect,
  judgesStatus,
  type AssertOutcome,
  type AssertResult,
} from './run/asserts/assert-result';
export { explainRequest, type ExplainPorts } from './run/explain/explain-request';
export type { ExplainedCredential, Explanation } from './run/explain/explanation';
export { explanationJson } from './run/explain/explanation-json';
export { explanationDocument } from './run/explain/explanation-document';
export { explanationText, plainStyle, type TextStyle } from './run/explain/explanation-text';
export {
  definitionLayer,
  describeSource,
  layerOf,
  resolveIn,
  type VariableLayer,
  type VariableSource,
} from './run/variables/variable-layers';
export type { InlayHint } from './run/variables/inlay-hints';
export {
  describeEnvironment,
  describeEnvironmentVariable,
  type EnvironmentDefinition,
} from './run/variables/describe-environment-name';
export type { ShownValues } from './run/variables/shown-variable';
export { environmentLayers, variableLayers } from './run/variables/environment-layers';
export { addVariables, type AddedVariable } from './environments/add-variables';
export {
  convertEnvironments,
  environmentsInSettings,
  environmentsInTable,
  privateFile,
  sharedFile,
  type ConvertedEnvironments,
} from './environments/convert-settings';
export { environmentFileKind } from './environments/environment-file-kind';
export { exposedProblem, isIgnoredBy, isPrivateByName, withIgnored } from './environments/git-ignore';
export {
  inFolderOrder,
  namedEnvironments,
  namesFor,
  noEnvironments,
  problemWith,
  readEnvironments,
  entriesFor,
  type EnvironmentEntry,
  type Environments,
  type EnvironmentTables,
  type FoundEnvironmentFile,
  type NamedEnvironment,
} from './environments/known-environments';
export { settingsOfEnvironments, sharedEnvironment, type EnvironmentFile } from './environments/model';
export { parseDotenv } from './environments/parse-dotenv';
export { parseEnvironmentFile } from './environments/parse-environment-file';
export { maskRequest, type MaskedRequest } from './run/mask-request';
export { secretsOfResponse } from './run/request-secrets';
export { harOf, type RecordedExchange } from './run/har';
export { isCurl } from './syntax/curl/import-curl';
export { importFormats, importRequests, type ImportFormat } from './run/import/import-requests';
export type { WrittenRequests } from './run/import/write-requests';
export { describedRequests, offeredBaseUrls } from './run/import/described-requests';
export { describedAuthentication } from './run/import/described-authentication';
export { requestLineOfBody, requestWithBody } from './run/import/body-request';
export { versionOfDescription } from './run/import/find-description';
export { wantsCredential } from './run/wants-credential';
export { createAnswers, requestsReferredTo, type Answers } from './run/variables/answers';
export type {
  BodyFile,
  BodyPiece,
  CancelSignal,
  ConnectionOptions,
  Effect,
  LeftOut,
  PlanProblem,
  PlannedAssert,
  PlannedPrompt,
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
  WireRecord,
  WireSize,
} from './run/plan/plan';
export type {
  Block,
  BlockText,
  BodyAssociation,
  EarlierAnswer,
  ImportLine,
  OutputLine,
  Prompt,
  RunLine,
  Script,
} from './syntax/model';
export type { FileEdit, RequestFile } from './syntax/request-file';
export type { TextEdit } from './text/edit';
export type { LinePosition } from './text/lines';
export type { Span } from './text/span';
export { createCatalogues, type LoadDescription } from './description/catalogues';
export { createExamples, type ExampleOf } from './description/examples';
export { compiledFormat, type CompiledDescription, type DescriptionProblem } from './description/compiled';
export { createDescribedService } from './description/described-service';
export type { PlacedProblem } from './description/own-description';
export { unpackDescription, type PackedDescription } from './description/packed';
export { editionOf, type CompiledEditions } from './description/editions';
export { combineRulesets } from './rules/house/combine-rulesets';
export type { HouseRule, Ruleset } from './catalogue/house';
export { createEngine } from './engine/create-engine';
export type { AnswerParts, CheckOptions, Engine, EngineParts, FilePart } from './engine/model';
export { secretsOfRecorded } from './run/request-secrets';
export { spansOf } from './syntax/json-spans';
export type { RecordedParts } from './syntax/wire-block';
export type { FileReport } from './rules/runner/check-file';
export { associateBody } from './run/associate-body';
export { associationOfAnswer } from './run/answer-association';
export { configurationShape, settingMembers } from './run/configuration/description';
export { completeConfiguration } from './run/configuration/complete';
export { configurationSchema, settingSchemas, type JsonSchema } from './run/configuration/schema';
export { createVariableView } from './run/variables/shown-variable';
export type { WayOut } from './binding/bind-block';
export { noService } from './binding/model';
export { withMembers, type SetMember } from './run/configuration-edit';
export { severityEdit } from './run/severity-edit';
export { forgetLines, lineStartsIn, openRequestFile, blockOffsetAt } from './syntax/request-file';
export { count, withCommas } from './text/count';
export { requestLineOf } from './syntax/request-line';
export { framesOf } from './text/frames-of';
export { lineStartsOf, positionAt, startOfLine } from './text/lines';
export { visible, visibleJson, visibleLine } from './text/visible';
export { applyEdits } from './text/edit';
export { createMemo, perObject } from './structures/memo';
