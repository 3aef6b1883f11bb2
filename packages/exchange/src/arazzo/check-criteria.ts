import { isJsonPath } from '@rulebook/json/select-paths';
import { isExpression as isPattern } from '@rulebook/text/patterns';
import { checkExpression, checkExpressions, checkParsed, type Scope } from './check-expressions';
import type { Complain } from './check-structure';
import { expressionsOf, parseCondition } from './conditions';
import { piecesOf } from './expressions';
import type { Criterion } from './read-arazzo';

/** Says what is wrong with criteria: simple conditions, regular expressions and JSONPaths. Of XPath, versions above 1.0 are not judged. */
export function checkCriteria(criteria: readonly Criterion[], scope: Scope, complain: Complain): void {
  for (const criterion of criteria) checkCriterion(criterion, scope, complain);
}

function checkCriterion(criterion: Criterion, scope: Scope, complain: Complain): void {
  const { type, condition, context, pointer, version } = criterion;
  const at = `${pointer}/condition`;
  if (type === undefined)
    return complain(`${pointer}/type`, 'The type of a criterion is `simple`, `regex`, `jsonpath` or `xpath`.');
  if (context !== undefined) checkExpression(context, `${pointer}/context`, scope, complain);
  if (type === 'simple') {
    const read = parseCondition(condition);
    if ('problem' in read) return complain(at, read.problem, scope.document.version === '1.0' ? 'warning' : 'error');
    for (const { expression, text } of expressionsOf(read)) checkParsed(expression, text, at, scope, complain);
    return;
  }
  if (context === undefined) complain(pointer, `A criterion of the type \`${type}\` needs \`context\`.`);
  const pieces = piecesOf(condition);
  checkExpressions(condition, at, scope, complain);
  // Numbers are read in quotes and without them.
  const filled = pieces.map((piece) => ('literal' in piece ? piece.literal : '0')).join('');
  if (type === 'regex' && !isPattern(filled)) complain(at, 'The condition is not a regular expression.');
  const isOld = version !== undefined && version !== 'rfc9535';
  if (type === 'jsonpath' && !isOld && !isJsonPath(filled))
    complain(at, 'The condition is not a JSONPath as in RFC 9535.');
}
