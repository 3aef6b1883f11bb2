// Generated from the files of packages/checker/src/rules, and of the folders `rules` of services, by `npm run docs`.
import { absentField } from '@rulebook/checker/rules/absent-field';
import { ambiguousEndpoint } from '@rulebook/checker/rules/ambiguous-endpoint';
import { changedMapping } from '@rulebook/search-cluster/rules/changed-mapping';
import { circularImport } from '@rulebook/checker/rules/circular-import';
import { circularReference } from '@rulebook/checker/rules/circular-reference';
import { conflictingFields } from '@rulebook/checker/rules/conflicting-fields';
import { conflictingVariable } from '@rulebook/checker/rules/conflicting-variable';
import { contradictingItems } from '@rulebook/checker/rules/contradicting-items';
import { deletedResource } from '@rulebook/checker/rules/deleted-resource';
import { dependentField } from '@rulebook/checker/rules/dependent-field';
import { deprecatedElement } from '@rulebook/checker/rules/deprecated-element';
import { deprecatedPath } from '@rulebook/checker/rules/deprecated-path';
import { destructiveStep } from '@rulebook/checker/rules/destructive-step';
import { detachedHeader } from '@rulebook/checker/rules/detached-header';
import { differingHost } from '@rulebook/checker/rules/differing-host';
import { droppedSecret } from '@rulebook/checker/rules/dropped-secret';
import { duplicateItem } from '@rulebook/checker/rules/duplicate-item';
import { duplicateKey } from '@rulebook/checker/rules/duplicate-key';
import { duplicateName } from '@rulebook/checker/rules/duplicate-name';
import { duplicateWebhook } from '@rulebook/code-hosting/rules/duplicate-webhook';
import { emptyList } from '@rulebook/checker/rules/empty-list';
import { emptyObject } from '@rulebook/checker/rules/empty-object';
import { emptyPathSegment } from '@rulebook/checker/rules/empty-path-segment';
import { endedElement } from '@rulebook/checker/rules/ended-element';
import { exceededLimit } from '@rulebook/search-cluster/rules/exceeded-limit';
import { excessiveDepth } from '@rulebook/search-cluster/rules/excessive-depth';
import { faultyBodyFile } from '@rulebook/checker/rules/faulty-body-file';
import { faultyGraphql } from '@rulebook/checker/rules/faulty-graphql';
import { faultyScript } from '@rulebook/checker/rules/faulty-script';
import { forbiddenAffix } from '@rulebook/checker/rules/forbidden-affix';
import { houseRule } from '@rulebook/checker/rules/house-rule';
import { impossibleSearch } from '@rulebook/search-cluster/rules/impossible-search';
import { impossibleSettings } from '@rulebook/search-cluster/rules/impossible-settings';
import { inactiveWebhook } from '@rulebook/code-hosting/rules/inactive-webhook';
import { inconsistentCase } from '@rulebook/code-hosting/rules/inconsistent-case';
import { indirectAccessor } from '@rulebook/search-cluster/rules/indirect-accessor';
import { ineffectiveFlag } from '@rulebook/checker/rules/ineffective-flag';
import { ineffectiveQuery } from '@rulebook/search-cluster/rules/ineffective-query';
import { ineffectiveSetting } from '@rulebook/checker/rules/ineffective-setting';
import { ineffectiveTest } from '@rulebook/code-hosting/rules/ineffective-test';
import { insecureTls } from '@rulebook/checker/rules/insecure-tls';
import { insecureUrl } from '@rulebook/checker/rules/insecure-url';
import { itemCount } from '@rulebook/checker/rules/item-count';
import { lengthLimit } from '@rulebook/checker/rules/length-limit';
import { liftedRestriction } from '@rulebook/search-cluster/rules/lifted-restriction';
import { literalSecret } from '@rulebook/checker/rules/literal-secret';
import { malformedAssert } from '@rulebook/checker/rules/malformed-assert';
import { malformedByteSize } from '@rulebook/checker/rules/malformed-byte-size';
import { malformedCredentials } from '@rulebook/checker/rules/malformed-credentials';
import { malformedDate } from '@rulebook/checker/rules/malformed-date';
import { malformedDirective } from '@rulebook/checker/rules/malformed-directive';
import { malformedGraphql } from '@rulebook/checker/rules/malformed-graphql';
import { malformedHeader } from '@rulebook/checker/rules/malformed-header';
import { malformedJson } from '@rulebook/checker/rules/malformed-json';
import { malformedLine } from '@rulebook/checker/rules/malformed-line';
import { malformedQuery } from '@rulebook/checker/rules/malformed-query';
import { malformedQueryText } from '@rulebook/checker/rules/malformed-query-text';
import { malformedRequestLine } from '@rulebook/checker/rules/malformed-request-line';
import { malformedSignature } from '@rulebook/checker/rules/malformed-signature';
import { malformedText } from '@rulebook/checker/rules/malformed-text';
import { malformedTimeValue } from '@rulebook/checker/rules/malformed-time-value';
import { malformedValue } from '@rulebook/checker/rules/malformed-value';
import { malformedVariable } from '@rulebook/checker/rules/malformed-variable';
import { maskedSecret } from '@rulebook/checker/rules/masked-secret';
import { memberCount } from '@rulebook/checker/rules/member-count';
import { mismatchedAnswer } from '@rulebook/checker/rules/mismatched-answer';
import { mismatchedDocument } from '@rulebook/search-cluster/rules/mismatched-document';
import { mismatchedEncoding } from '@rulebook/checker/rules/mismatched-encoding';
import { mismatchedQueryType } from '@rulebook/search-cluster/rules/mismatched-query-type';
import { mismatchedResponse } from '@rulebook/checker/rules/mismatched-response';
import { misplacedField } from '@rulebook/checker/rules/misplaced-field';
import { misplacedQueryParameter } from '@rulebook/checker/rules/misplaced-query-parameter';
import { missingAuthorization } from '@rulebook/checker/rules/missing-authorization';
import { missingBody } from '@rulebook/checker/rules/missing-body';
import { missingBodyFile } from '@rulebook/checker/rules/missing-body-file';
import { missingDocument } from '@rulebook/checker/rules/missing-document';
import { missingImport } from '@rulebook/checker/rules/missing-import';
import { missingLineEnd } from '@rulebook/checker/rules/missing-line-end';
import { missingRight } from '@rulebook/checker/rules/missing-right';
import { misusedAlias } from '@rulebook/search-cluster/rules/misused-alias';
import { needlessStep } from '@rulebook/checker/rules/needless-step';
import { notedValue } from '@rulebook/checker/rules/noted-value';
import { numberRange } from '@rulebook/checker/rules/number-range';
import { openRange } from '@rulebook/search-cluster/rules/open-range';
import { oversizedBlock } from '@rulebook/checker/rules/oversized-block';
import { powerlessKey } from '@rulebook/search-cluster/rules/powerless-key';
import { privilegedDerivedKey } from '@rulebook/search-cluster/rules/privileged-derived-key';
import { quotedValue } from '@rulebook/checker/rules/quoted-value';
import { recommendedHeader } from '@rulebook/checker/rules/recommended-header';
import { relativeUrl } from '@rulebook/checker/rules/relative-url';
import { removedSecret } from '@rulebook/code-hosting/rules/removed-secret';
import { repeatedName } from '@rulebook/checker/rules/repeated-name';
import { repeatedQueryParameter } from '@rulebook/checker/rules/repeated-query-parameter';
import { repeatedSetting } from '@rulebook/checker/rules/repeated-setting';
import { requiredField } from '@rulebook/checker/rules/required-field';
import { reservedKey } from '@rulebook/checker/rules/reserved-key';
import { restrictedPattern } from '@rulebook/checker/rules/restricted-pattern';
import { retiredPath } from '@rulebook/checker/rules/retired-path';
import { sharedLocation } from '@rulebook/search-cluster/rules/shared-location';
import { soleEntry } from '@rulebook/checker/rules/sole-entry';
import { staticSetting } from '@rulebook/search-cluster/rules/static-setting';
import { strayLine } from '@rulebook/checker/rules/stray-line';
import { textualComparison } from '@rulebook/search-cluster/rules/textual-comparison';
import { trailingSlash } from '@rulebook/checker/rules/trailing-slash';
import { unacceptedMediaType } from '@rulebook/checker/rules/unaccepted-media-type';
import { unavailableElement } from '@rulebook/checker/rules/unavailable-element';
import { unclosedComment } from '@rulebook/checker/rules/unclosed-comment';
import { uncoveredItem } from '@rulebook/checker/rules/uncovered-item';
import { undefinedRequest } from '@rulebook/checker/rules/undefined-request';
import { undefinedVariable } from '@rulebook/checker/rules/undefined-variable';
import { undividedDocument } from '@rulebook/search-cluster/rules/undivided-document';
import { undocumentedMethod } from '@rulebook/checker/rules/undocumented-method';
import { unescapedBackslash } from '@rulebook/checker/rules/unescaped-backslash';
import { unescapedPercent } from '@rulebook/checker/rules/unescaped-percent';
import { unexpectedBody } from '@rulebook/checker/rules/unexpected-body';
import { unexpectedItem } from '@rulebook/checker/rules/unexpected-item';
import { unknownField } from '@rulebook/checker/rules/unknown-field';
import { unknownName } from '@rulebook/checker/rules/unknown-name';
import { unknownPath } from '@rulebook/checker/rules/unknown-path';
import { unknownQueryName } from '@rulebook/search-cluster/rules/unknown-query-name';
import { unknownQueryParameter } from '@rulebook/checker/rules/unknown-query-parameter';
import { unknownRule } from '@rulebook/checker/rules/unknown-rule';
import { unknownValue } from '@rulebook/checker/rules/unknown-value';
import { unlistedStatus } from '@rulebook/checker/rules/unlisted-status';
import { unmetCondition } from '@rulebook/checker/rules/unmet-condition';
import { unneededRight } from '@rulebook/checker/rules/unneeded-right';
import { unreachableUrl } from '@rulebook/checker/rules/unreachable-url';
import { unregisteredResource } from '@rulebook/search-cluster/rules/unregistered-resource';
import { unresolvedPlaceholder } from '@rulebook/checker/rules/unresolved-placeholder';
import { unsentFragment } from '@rulebook/checker/rules/unsent-fragment';
import { unsuitableText } from '@rulebook/checker/rules/unsuitable-text';
import { unsupportedDeployment } from '@rulebook/checker/rules/unsupported-deployment';
import { unsupportedFeature } from '@rulebook/checker/rules/unsupported-feature';
import { unsupportedProtocol } from '@rulebook/checker/rules/unsupported-protocol';
import { unsupportedUse } from '@rulebook/search-cluster/rules/unsupported-use';
import { unsupportedVersion } from '@rulebook/checker/rules/unsupported-version';
import { untrimmedText } from '@rulebook/checker/rules/untrimmed-text';
import { unusableField } from '@rulebook/search-cluster/rules/unusable-field';
import { wildcardKey } from '@rulebook/search-cluster/rules/wildcard-key';
import { wrongOrder } from '@rulebook/checker/rules/wrong-order';
import { wrongType } from '@rulebook/checker/rules/wrong-type';
import type { Rule } from '@rulebook/checker/rules/rule';

/** All rules, by id. */
export const rules: readonly Rule[] = [
  absentField,
  ambiguousEndpoint,
  changedMapping,
  circularImport,
  circularReference,
  conflictingFields,
  conflictingVariable,
  contradictingItems,
  deletedResource,
  dependentField,
  deprecatedElement,
  deprecatedPath,
  destructiveStep,
  detachedHeader,
  differingHost,
  droppedSecret,
  duplicateItem,
  duplicateKey,
  duplicateName,
  duplicateWebhook,
  emptyList,
  emptyObject,
  emptyPathSegment,
  endedElement,
  exceededLimit,
  excessiveDepth,
  faultyBodyFile,
  faultyGraphql,
  faultyScript,
  forbiddenAffix,
  houseRule,
  impossibleSearch,
  impossibleSettings,
  inactiveWebhook,
  inconsistentCase,
  indirectAccessor,
  ineffectiveFlag,
  ineffectiveQuery,
  ineffectiveSetting,
  ineffectiveTest,
  insecureTls,
  insecureUrl,
  itemCount,
  lengthLimit,
  liftedRestriction,
  literalSecret,
  malformedAssert,
  malformedByteSize,
  malformedCredentials,
  malformedDate,
  malformedDirective,
  malformedGraphql,
  malformedHeader,
  malformedJson,
  malformedLine,
  malformedQuery,
  malformedQueryText,
  malformedRequestLine,
  malformedSignature,
  malformedText,
  malformedTimeValue,
  malformedValue,
  malformedVariable,
  maskedSecret,
  memberCount,
  mismatchedAnswer,
  mismatchedDocument,
  mismatchedEncoding,
  mismatchedQueryType,
  mismatchedResponse,
  misplacedField,
  misplacedQueryParameter,
  missingAuthorization,
  missingBody,
  missingBodyFile,
  missingDocument,
  missingImport,
  missingLineEnd,
  missingRight,
  misusedAlias,
  needlessStep,
  notedValue,
  numberRange,
  openRange,
  oversizedBlock,
  powerlessKey,
  privilegedDerivedKey,
  quotedValue,
  recommendedHeader,
  relativeUrl,
  removedSecret,
  repeatedName,
  repeatedQueryParameter,
  repeatedSetting,
  requiredField,
  reservedKey,
  restrictedPattern,
  retiredPath,
  sharedLocation,
  soleEntry,
  staticSetting,
  strayLine,
  textualComparison,
  trailingSlash,
  unacceptedMediaType,
  unavailableElement,
  unclosedComment,
  uncoveredItem,
  undefinedRequest,
  undefinedVariable,
  undividedDocument,
  undocumentedMethod,
  unescapedBackslash,
  unescapedPercent,
  unexpectedBody,
  unexpectedItem,
  unknownField,
  unknownName,
  unknownPath,
  unknownQueryName,
  unknownQueryParameter,
  unknownRule,
  unknownValue,
  unlistedStatus,
  unmetCondition,
  unneededRight,
  unreachableUrl,
  unregisteredResource,
  unresolvedPlaceholder,
  unsentFragment,
  unsuitableText,
  unsupportedDeployment,
  unsupportedFeature,
  unsupportedProtocol,
  unsupportedUse,
  unsupportedVersion,
  untrimmedText,
  unusableField,
  wildcardKey,
  wrongOrder,
  wrongType,
];
