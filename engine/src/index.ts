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
export type { OfferedRequest } from './features/completion/request-list';
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
export { tokenModifiers, tokenTypes } from './features/outline/semantic-tokens';
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
} from './configuration/configuration';
export { riskyWays } from './sending/private/risky-ways';
export { formatEvents, isEventStream } from './sending/response/event-stream';
export { dumped } from './sending/response/hex-dump';
export { describeDuration, describeSize } from './sending/response/measures';
export {
  comparedResponse,
  responseDocument,
  describeOrigin,
  type DocumentOptions,
  type ResponseOrigin,
  type ResponseDocument,
} from './sending/response/response-document';
export type { ExplainedRefusal, Refused } from './sending/response/explain-refusal';
export { joinPages, pagesOf, type PagedRequest, type Pages } from './sending/plan/pages-of';
export { requestText, type RequestTextOptions } from './sending/plan/request-text';
export { printJson } from './sending/response/json-printer';
export type { CookieJar, KeptCookie, RequestCookies } from './sending/send/cookies';
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
} from './sending/response/describe-response';
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
} from './sending/private/environment-overrides';
export {
  credentialKeyOf,
  credentialWayOf,
  detourOf,
  originOf,
  originsOf,
  wayOf,
  type Way,
} from './sending/private/ways';
export {
  describePrivateSource,
  isPrivateFile,
  keyOfSource,
  namedPlacesOf,
  plainFileName,
  type PrivateFile,
  type PrivateSource,
  type PrivateUse,
} from './sending/private/private-sources';
export type { WayPorts, WayQuestion } from './sending/send/allowed-ways';
export { isLoopbackOrigin, isSandboxEndpoint } from './configuration/sandbox-endpoint';
export { filesOf, materialise, type Materialised, type MaterialiseInput } from './sending/variables/materialise';
export { allowsSending, leftOutOf, problemsOf } from './sending/plan/explain-plan';
export {
  prepareRequest,
  withoutAuthorization,
  type CredentialAnswer,
  type PreparePorts,
  type Prepared,
} from './sending/send/prepare-request';
export { checkSignature, type Hmac, type SignatureCheck } from './resources/check-signature';
export { readDeliveries, readMeasure, type DeliveryRow } from './resources/read-deliveries';
export { explainStatus, readAnswer } from './resources/read-answer';
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
} from './resources/read-resources';
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
export { secretNameOf } from './sending/variables/system-variables';
export type { DotenvReader, Resolve, SystemPorts, VariableValue } from './sending/variables/system-variables';
export { lossesOf, questionAbout, unknownEndpoint, type Refusal } from './sending/send/refusals';
export {
  beginningOfEarlier,
  comparedWithEarlier,
  readEarlierResponse,
  type EarlierResponse,
} from './sending/response/earlier-response';
export { describeAnswered } from './sending/variables/described-answer';
export { parseTree } from './text/json-tree';
export { inCode, loadMarkdown } from './features/markdown/foreign-markdown';
export { nearest } from './text/edit-distance';
export { describeCircle, type RequestOrder } from './sending/send/request-order';
export {
  definitionLayers,
  readLinkedFiles,
  requestTextIn,
  withImported,
  type ImportPorts,
  type ImportProblem,
  type RequestSource,
  type LinkedFiles,
} from './sending/send/imported-files';
export { withImportedScripts } from './sending/plan/scripted-names';
export { runOrder, type RunOrder, type RunOrderPorts, type RunStep } from './sending/send/run-order';
export { createFiller } from './sending/variables/resolve-variables';
export { turnsOf, valueInTurn, type TurnPorts } from './sending/variables/iterations';
export { runSteps, type StepNames, type StepOptions, type StepsEnd } from './sending/send/run-steps';
export type { SendOrder, SendReport, SendStep } from './sending/send/send-order';
export { createRateLimits, type RateLimits } from './sending/send/rate-limits';
export { exchangeSettings, type GivenSettings } from './sending/send/exchange-settings';
export {
  explainMissing,
  headNotes,
  sendPlan,
  titleOf,
  type Decision,
  type ExchangeSettings,
  type Sent,
  type SendPorts,
} from './sending/send/send-plan';
export {
  describeOutcome,
  describeWritten,
  hasFailed,
  judge,
  plainWords,
  type DescribedOutcome,
  type Difference,
  type Failure,
  type Judgement,
  type Outcome,
  type OutcomeWords,
  type Verdict,
  type WrittenFile,
  type WrittenFiles,
} from './sending/send/outcome';
export { asSentence } from './text/sentence';
export { runPlan, type ResponseWriter, type RunPorts } from './sending/send/run-plan';
export { copyInputOf, type CopyFacts } from './exchange-formats/copy/copy-input';
export type { PlannedCall } from './exchange-formats/copy/planned-call';
export { copyRequest, type CopiedRequest } from './exchange-formats/copy/copy-request';
export { copyTargets, type CopyTarget } from './exchange-formats/copy/copy-targets';
export type { CopyInput, ServiceCall } from './exchange-formats/copy/copy-source';
export { evaluateAsserts, type AssertContext } from './sending/asserts/evaluate-asserts';
export { undefinedWithoutEnvironment } from './sending/variables/undefined-without-environment';
export { mayHaveTests, testedRequests, type TestedRequest } from './sending/asserts/tested-requests';
export { describeAssertResult, type AssertOutcome, type AssertResult } from './sending/asserts/assert-result';
export { explainRequest, type ExplainPorts } from './explain/explain-request';
export type { ExplainedCredential, Explanation } from './explain/explanation';
export { explanationJson } from './explain/explanation-json';
export { explanationDocument } from './explain/explanation-document';
export { explanationText, plainStyle, type TextStyle } from './explain/explanation-text';
export {
  definitionLayer,
  describeSource,
  layerOf,
  resolveIn,
  type VariableLayer,
  type VariableSource,
} from './sending/variables/variable-layers';
export type { InlayHint } from './sending/variables/inlay-hints';
export {
  describeEnvironment,
  describeEnvironmentVariable,
  type EnvironmentDefinition,
} from './sending/variables/describe-environment-name';
export type { ShownValues } from './sending/variables/shown-variable';
export { environmentLayers, variableLayers, type VariableOrigins } from './sending/variables/environment-layers';
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
export { maskRequest, type MaskedRequest } from './sending/plan/mask-request';
export { secretsOfResponse } from './sending/plan/request-secrets';
export { harOf, type RecordedExchange } from './exchange-formats/har';
export { isCurl } from './syntax/curl/import-curl';
export { importFormats, importRequests, type ImportFormat } from './exchange-formats/import/import-requests';
export type { WrittenRequests } from './exchange-formats/import/write-requests';
export { describedRequests, offeredBaseUrls } from './exchange-formats/import/described-requests';
export { describedAuthentication } from './exchange-formats/import/described-authentication';
export { requestLineOfBody, requestWithBody } from './exchange-formats/import/body-request';
export { versionOfDescription } from './exchange-formats/import/find-description';
export { wantsCredential } from './sending/plan/wants-credential';
export { createAnswers, requestsReferredTo, type Answers } from './sending/variables/answers';
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
} from './sending/plan/plan';
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
export { secretsOfRecorded } from './sending/plan/request-secrets';
export { spansOf } from './syntax/json/json-spans';
export type { RecordedParts } from './syntax/wire-block';
export type { FileReport } from './rules/runner/check-file';
export { associateBody } from './configuration/associate-body';
export { associationOfAnswer } from './sending/response/response-association';
export { configurationShape, settingMembers } from './configuration/description';
export { completeConfiguration } from './configuration/complete';
export { configurationSchema, settingSchemas, type JsonSchema } from './configuration/schema';
export { createVariableView } from './sending/variables/shown-variable';
export type { WayOut } from './binding/bind-block';
export { noService } from './binding/model';
export { withMembers, type SetMember } from './configuration/configuration-edit';
export { severityEdit } from './configuration/severity-edit';
export { forgetLines, lineStartsIn, openRequestFile, blockOffsetAt } from './syntax/request-file';
export { count, withCommas } from './text/count';
export { requestLineOf } from './syntax/request-line';
export { framesOf } from './text/frames-of';
export { lineStartsOf, positionAt, startOfLine } from './text/lines';
export { visible, visibleJson, visibleLine } from './text/visible';
export { applyEdits } from './text/edit';
export { createMemo, perObject } from './structures/memo';
