// The small mistakes that a module can be given: each is one piece of its text and what it becomes.
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import ts from 'typescript';

const { SyntaxKind } = ts;

/** A piece of a file's text, and what is written in its place. @typedef {{ start: number, end: number, text: string }} Piece */
/** @typedef {import('./mutants.mjs').Mutant} Mutant */

/** What a comparison becomes; a bound moves by one, an equality is negated. */
const otherComparisons = new Map([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
]);

const joints = [SyntaxKind.AmpersandAmpersandToken, SyntaxKind.BarBarToken, SyntaxKind.QuestionQuestionToken];

/** Calls that only change what they were given a little; forgetting one is an everyday mistake. */
const forgettable = new Set(['trim', 'toLowerCase', 'filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'flat']);

/** What is only written for whoever looks for a mistake. */
const logs = /^(?:console|log|logger|report|say|warn)\b|\b(?:log|trace|debug|warn)$/i;

/**
 * Returns all mutants of a module, in the order of its text.
 * @param {string} file its path from the checkout
 * @param {string} source
 * @returns {Mutant[]}
 */
export function mutantsOf(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true);
  /** @type {Mutant[]} */
  const found = [];
  /** How often the same mistake was met in the file; so each has a name that lines above it do not change. */
  const met = new Map();
  const add = (
    /** @type {string} */ operator,
    /** @type {ts.Node} */ shown,
    /** @type {Piece} */ { start, end, text },
  ) => {
    // What is in the middle of `a?.b.c` cannot be replaced alone.
    if (shown.flags & ts.NodeFlags.OptionalChain) return;
    const from = shown.getStart(tree);
    const instead = source.slice(from, start) + text + source.slice(end, shown.end);
    const before = oneLine(source.slice(from, shown.end));
    const name = [basename(file), operator, before, oneLine(instead)].join('\n');
    const count = met.get(name) ?? 0;
    met.set(name, count + 1);
    const line = tree.getLineAndCharacterOfPosition(start).line + 1;
    const isStatement = ts.isStatement(shown);
    found.push({
      file,
      line,
      operator,
      before,
      after: oneLine(instead),
      from,
      to: shown.end,
      instead,
      isStatement,
      name: `${name}\n${count}`,
    });
  };
  walk(tree, add, tree);
  return found;
}

/** Returns the text of a module with the mistake of a mutant. */
export function mutated(source, { from, to, instead }) {
  return source.slice(0, from) + instead + source.slice(to);
}

/**
 * Returns the text of a module with several mutants in it: which one holds is asked while it runs, so that it is loaded once for all.
 * @param {string} source
 * @param {readonly { id: number, mutant: Mutant }[]} mutants
 */
export function switched(source, mutants) {
  const ordered = mutants.toSorted((a, b) => a.mutant.from - b.mutant.from || b.mutant.to - a.mutant.to);
  return begin + pieceWith(source, 0, source.length, ordered);
}

/** Asked in loops, so it is done in place. */
const begin = `import ${JSON.stringify(join(import.meta.dirname, 'switch.mjs'))}; const { on: mutantOn, reached: mutantReached } = globalThis.rulebookMutants;`;
const isOn = (id) => `(mutantReached[${id}] = 1, mutantOn[0] === ${id})`;

/** @returns {string} */
function pieceWith(source, from, to, mutants) {
  let text = '';
  let position = from;
  for (let index = 0; index < mutants.length;) {
    const { mutant } = mutants[index];
    // A node and what is in it come one after the other.
    const inside = mutants.slice(index).filter((each) => each.mutant.to <= mutant.to);
    const same = inside.filter((each) => each.mutant.from === mutant.from && each.mutant.to === mutant.to);
    const inner = pieceWith(
      source,
      mutant.from,
      mutant.to,
      inside.filter((each) => !same.includes(each)),
    );
    text += source.slice(position, mutant.from) + same.reduce(withSwitch, inner);
    position = mutant.to;
    index += inside.length;
  }
  return text + source.slice(position, to);
}

function withSwitch(text, { id, mutant }) {
  return mutant.isStatement ? `{ if (!${isOn(id)}) { ${text} } }` : `(${isOn(id)} ? (${mutant.instead}) : (${text}))`;
}

/** Orders mutants by chance, but alike for each seed, and with lines added elsewhere. */
export function shuffled(mutants, seed) {
  const rank = (/** @type {Mutant} */ { name }) => createHash('sha256').update(`${seed}\n${name}`).digest('hex');
  return mutants
    .map((mutant) => ({ mutant, rank: rank(mutant) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ mutant }) => mutant);
}

function walk(node, add, tree) {
  if (isOnlyTypes(node) || isLog(node, tree)) return;
  for (const { operator, shown = node, ...piece } of mistakesAt(node, tree)) add(operator, shown, piece);
  ts.forEachChild(node, (child) => walk(child, add, tree));
}

function isOnlyTypes(node) {
  return (
    ts.isTypeNode(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === SyntaxKind.DeclareKeyword))
  );
}

function isLog(node, tree) {
  return ts.isCallExpression(node) && logs.test(node.expression.getText(tree));
}

/**
 * Returns what can be mistaken at one node.
 * @returns {readonly { operator: string, shown?: ts.Node, start: number, end: number, text: string }[]}
 */
function mistakesAt(node, tree) {
  if (ts.isIfStatement(node)) return conditionMistakes(node.expression, tree);
  if (ts.isConditionalExpression(node)) return [negated(node.condition, tree)];
  if (ts.isBinaryExpression(node)) return binaryMistakes(node, tree);
  if (ts.isExpressionStatement(node)) return callMistakes(node, tree);
  if (ts.isCallExpression(node)) return forgottenCalls(node, tree);
  if (ts.isSpreadElement(node) || ts.isSpreadAssignment(node)) return [droppedElement(node, tree)];
  if (ts.isArrayLiteralExpression(node)) return emptied(node, tree);
  return literalMistakes(node, tree);
}

function conditionMistakes(condition, tree) {
  const dropped = { operator: 'drop condition', shown: condition, ...pieceOf(condition, tree, 'false') };
  return [negated(condition, tree), dropped];
}

function negated(condition, tree) {
  const isNot = ts.isPrefixUnaryExpression(condition) && condition.operator === SyntaxKind.ExclamationToken;
  const text = isNot ? condition.operand.getText(tree) : `!(${condition.getText(tree)})`;
  return { operator: 'negate condition', shown: condition, ...pieceOf(condition, tree, text) };
}

function binaryMistakes(node, tree) {
  const { kind } = node.operatorToken;
  if (joints.includes(kind)) {
    const [left, right] = [node.left, node.right].map((each) => each.getText(tree));
    const withoutRight = { operator: 'drop right operand', ...pieceOf(node, tree, left) };
    // What comes first often says that what follows can be read at all; what is tried in its place is the rest.
    return [withoutRight, { operator: 'drop left operand', ...pieceOf(node, tree, right) }];
  }
  const other = otherComparisons.get(kind);
  if (other !== undefined) return [{ operator: 'other comparison', ...pieceOf(node.operatorToken, tree, other) }];
  const isSum = kind === SyntaxKind.PlusToken || kind === SyntaxKind.MinusToken;
  if (isSum && ts.isNumericLiteral(node.right))
    return [{ operator: 'drop addition', ...pieceOf(node, tree, node.left.getText(tree)) }];
  return [];
}

function callMistakes(node, tree) {
  const called = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  if (!ts.isCallExpression(called) || isLog(called, tree) || called.expression.kind === SyntaxKind.SuperKeyword)
    return [];
  return [{ operator: 'drop call', ...pieceOf(node, tree, ';') }];
}

function forgottenCalls(node, tree) {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression) || !forgettable.has(expression.name.text)) return [];
  if (ts.isExpressionStatement(node.parent) || expression.questionDotToken) return [];
  return [{ operator: 'forget call', ...pieceOf(node, tree, expression.expression.getText(tree)) }];
}

function droppedElement(node, tree) {
  const { end } = node;
  const comma = /^\s*,/.exec(tree.text.slice(end))?.[0].length ?? 0;
  return { operator: 'drop spread', shown: node.parent, start: node.getStart(tree), end: end + comma, text: '' };
}

function emptied(node, tree) {
  const { elements } = node;
  // The names on the left of an assignment are written like a list; a list of facts is held by its elements.
  const isPattern = ts.isBinaryExpression(node.parent) && node.parent.left === node;
  if (elements.length === 0 || elements.length > 3 || isPattern) return [];
  return [{ operator: 'empty list', ...pieceOf(node, tree, '[]') }];
}

/** A literal that is returned, or the value of a member or of a variable. */
function literalMistakes(node, tree) {
  if (!isValue(node)) return [];
  const operator = 'other literal';
  if (node.kind === SyntaxKind.TrueKeyword) return [{ operator, ...pieceOf(node, tree, 'false') }];
  if (node.kind === SyntaxKind.FalseKeyword) return [{ operator, ...pieceOf(node, tree, 'true') }];
  if (ts.isNumericLiteral(node))
    return [{ operator, ...pieceOf(node, tree, String(Number(node.text.replaceAll('_', '')) + 1)) }];
  const isReturned = ts.isReturnStatement(node.parent) || ts.isArrowFunction(node.parent);
  if (ts.isStringLiteral(node) && isReturned)
    return [{ operator, ...pieceOf(node, tree, node.text === '' ? "'other'" : "''") }];
  return [];
}

function isValue(node) {
  const { parent } = node;
  if (parent === undefined) return false;
  if (ts.isReturnStatement(parent)) return true;
  if (ts.isArrowFunction(parent)) return parent.body === node;
  if (ts.isConditionalExpression(parent)) return parent.condition !== node;
  return (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) && parent.initializer === node;
}

function pieceOf(node, tree, text) {
  return { start: node.getStart(tree), end: node.end, text };
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim();
}
