// Generated from the files of this folder, and of the folders `rules` of services, by `npm run docs`.
import { absentField } from './absent-field';
import { ambiguousEndpoint } from './ambiguous-endpoint';
import { changedMapping } from '../services/search-cluster/rules/changed-mapping';
import { circularImport } from './circular-import';
import { circularReference } from './circular-reference';
import { conflictingFields } from './conflicting-fields';
import { conflictingVariable } from './conflicting-variable';
import { contradictingItems } from './contradicting-items';
import { deletedResource } from './deleted-resource';
import { dependentField } from './dependent-field';
import { deprecatedElement } from './deprecated-element';
import { deprecatedPath } from './deprecated-path';
import { destructiveStep } from './destructive-step';
import { detachedHeader } from './detached-header';
import { differingHost } from './differing-host';
import { droppedSecret } from './dropped-secret';
import { duplicateItem } from './duplicate-item';
import { duplicateKey } from './duplicate-key';
import { duplicateName } from './duplicate-name';
import { duplicateWebhook } from '../services/code-hosting/rules/duplicate-webhook';
import { emptyList } from './empty-list';
import { emptyObject } from './empty-object';
import { emptyPathSegment } from './empty-path-segment';
import { exceededLimit } from '../services/search-cluster/rules/exceeded-limit';
import { excessiveDepth } from '../services/search-cluster/rules/excessive-depth';
import { faultyBodyFile } from './faulty-body-file';
import { faultyGraphql } from './faulty-graphql';
import { faultyScript } from './faulty-script';
import { forbiddenAffix } from './forbidden-affix';
import { houseRule } from './house-rule';
import { impossibleSearch } from '../services/search-cluster/rules/impossible-search';
import { impossibleSettings } from '../services/search-cluster/rules/impossible-settings';
import { inactiveWebhook } from '../services/code-hosting/rules/inactive-webhook';
import { inconsistentCase } from '../services/code-hosting/rules/inconsistent-case';
import { indirectAccessor } from '../services/search-cluster/rules/indirect-accessor';
import { ineffectiveFlag } from './ineffective-flag';
import { ineffectiveSetting } from './ineffective-setting';
import { ineffectiveTest } from '../services/code-hosting/rules/ineffective-test';
import { insecureTls } from './insecure-tls';
import { insecureUrl } from './insecure-url';
import { itemCount } from './item-count';
import { lengthLimit } from './length-limit';
import { literalSecret } from './literal-secret';
import { malformedAssert } from './malformed-assert';
import { malformedByteSize } from './malformed-byte-size';
import { malformedCredentials } from './malformed-credentials';
import { malformedDate } from './malformed-date';
import { malformedDirective } from './malformed-directive';
import { malformedGraphql } from './malformed-graphql';
import { malformedHeader } from './malformed-header';
import { malformedJson } from './malformed-json';
import { malformedLine } from './malformed-line';
import { malformedQueryText } from './malformed-query-text';
import { malformedRequestLine } from './malformed-request-line';
import { malformedSignature } from './malformed-signature';
import { malformedText } from './malformed-text';
import { malformedTimeValue } from './malformed-time-value';
import { malformedValue } from './malformed-value';
import { malformedVariable } from './malformed-variable';
import { maskedSecret } from './masked-secret';
import { memberCount } from './member-count';
import { mismatchedAnswer } from './mismatched-answer';
import { mismatchedDocument } from '../services/search-cluster/rules/mismatched-document';
import { mismatchedEncoding } from './mismatched-encoding';
import { mismatchedResponse } from './mismatched-response';
import { misplacedField } from './misplaced-field';
import { misplacedQueryParameter } from './misplaced-query-parameter';
import { missingAuthorization } from './missing-authorization';
import { missingBody } from './missing-body';
import { missingBodyFile } from './missing-body-file';
import { missingDocument } from './missing-document';
import { missingImport } from './missing-import';
import { missingLineEnd } from './missing-line-end';
import { missingRight } from './missing-right';
import { misusedAlias } from '../services/search-cluster/rules/misused-alias';
import { needlessStep } from './needless-step';
import { notedValue } from './noted-value';
import { numberRange } from './number-range';
import { openRange } from '../services/search-cluster/rules/open-range';
import { oversizedBlock } from './oversized-block';
import { powerlessKey } from '../services/search-cluster/rules/powerless-key';
import { privilegedDerivedKey } from '../services/search-cluster/rules/privileged-derived-key';
import { quotedValue } from './quoted-value';
import { recommendedHeader } from './recommended-header';
import { relativeUrl } from './relative-url';
import { removedSecret } from '../services/code-hosting/rules/removed-secret';
import { repeatedName } from './repeated-name';
import { repeatedQueryParameter } from './repeated-query-parameter';
import { repeatedSetting } from './repeated-setting';
import { requiredField } from './required-field';
import { reservedKey } from './reserved-key';
import { restrictedPattern } from './restricted-pattern';
import { retiredPath } from './retired-path';
import { sharedLocation } from '../services/search-cluster/rules/shared-location';
import { soleEntry } from './sole-entry';
import { staticSetting } from '../services/search-cluster/rules/static-setting';
import { strayLine } from './stray-line';
import { textualComparison } from '../services/search-cluster/rules/textual-comparison';
import { trailingSlash } from './trailing-slash';
import { unacceptedMediaType } from './unaccepted-media-type';
import { unavailableElement } from './unavailable-element';
import { unclosedComment } from './unclosed-comment';
import { uncoveredItem } from './uncovered-item';
import { undefinedRequest } from './undefined-request';
import { undefinedVariable } from './undefined-variable';
import { undividedDocument } from '../services/search-cluster/rules/undivided-document';
import { undocumentedMethod } from './undocumented-method';
import { unescapedBackslash } from './unescaped-backslash';
import { unescapedPercent } from './unescaped-percent';
import { unexpectedBody } from './unexpected-body';
import { unexpectedItem } from './unexpected-item';
import { unknownField } from './unknown-field';
import { unknownName } from './unknown-name';
import { unknownPath } from './unknown-path';
import { unknownQueryParameter } from './unknown-query-parameter';
import { unknownRule } from './unknown-rule';
import { unknownValue } from './unknown-value';
import { unlistedStatus } from './unlisted-status';
import { unneededRight } from './unneeded-right';
import { unreachableUrl } from './unreachable-url';
import { unregisteredResource } from '../services/search-cluster/rules/unregistered-resource';
import { unresolvedPlaceholder } from './unresolved-placeholder';
import { unsentFragment } from './unsent-fragment';
import { unsuitableText } from './unsuitable-text';
import { unsupportedDeployment } from './unsupported-deployment';
import { unsupportedFeature } from './unsupported-feature';
import { unsupportedProtocol } from './unsupported-protocol';
import { unsupportedUse } from '../services/search-cluster/rules/unsupported-use';
import { unsupportedVersion } from './unsupported-version';
import { untrimmedText } from './untrimmed-text';
import { unusableField } from '../services/search-cluster/rules/unusable-field';
import { wildcardKey } from '../services/search-cluster/rules/wildcard-key';
import { wrongOrder } from './wrong-order';
import { wrongType } from './wrong-type';
import type { Rule } from './rule';

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
  ineffectiveSetting,
  ineffectiveTest,
  insecureTls,
  insecureUrl,
  itemCount,
  lengthLimit,
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
  unknownQueryParameter,
  unknownRule,
  unknownValue,
  unlistedStatus,
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
