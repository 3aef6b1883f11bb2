// Writes the script of a layer anew. The bundler makes a function of each file, which evaluates the file when it is asked for, and declares what all
// files hold outside of these functions. So each start makes a thousand of them, and reads one table of six thousand names.
import ts from 'typescript';

/** A file, as the bundler writes it: its declarations, and then the function that evaluates it. */
class File {
  /** @type {ts.Statement[]} functions, and variables that the file gives a value to when it is evaluated */
  declarations = [];
  /** @type {Set<File>} what is evaluated before it */
  needs = new Set();
  /** @type {ts.Statement[]} what its evaluation does itself */
  steps = [];

  /**
   * @param {string} name that of its function
   * @param {ts.Statement} statement
   * @param {ts.Block} body
   */
  constructor(name, statement, body) {
    this.name = name;
    this.statement = statement;
    this.body = body;
  }
}

/** Evaluates what it is given at the first call, and remembers how that ended, as the bundler does. */
const evaluatedOnce = `(evaluate, failures) => () => {
  if (failures) throw failures[0];
  try {
    if (evaluate) evaluate(evaluate = 0);
  } catch (failure) {
    throw failures = [failure], failure;
  }
};`;

/**
 * Joins the files of a script that are always evaluated together to one function, and declares in it what only they use. What others use are
 * variables, which that function sets.
 * @param {string} script what the bundler has written, not minified
 */
export function joinFiles(script) {
  const source = ts.createSourceFile('script.js', script, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const files = filesOf(source);
  if (files.size === 0) throw new Error('The bundler writes files in another way than expected.');
  /** @type {Set<ts.Statement>} */
  const moved = new Set([...files.values()].flatMap(({ declarations, statement }) => [...declarations, statement]));
  const others = source.statements.filter((one) => !moved.has(one));
  const roots = rootsOf(files, others);
  const groups = groupsOf(files, roots);
  const shared = sharedNames(groups, others);
  const names = new Map(groups.flatMap((group) => group.map((file) => [file, group.at(-1)?.name ?? file.name])));
  const nameOf = (/** @type {File} */ file) => names.get(file) ?? file.name;
  /** @type {Map<ts.Statement | undefined, string>} */
  const texts = new Map(groups.map((group) => [group.at(-1)?.statement, textOf(group, roots, shared, nameOf)]));
  for (const other of others) texts.set(other, isEvaluator(other) ? `var __esm = ${evaluatedOnce}` : other.getText());
  return source.statements.flatMap((one) => texts.get(one) ?? []).join('\n');
}

/** @param {ts.SourceFile} source */
function filesOf(source) {
  /** @type {Map<string, File>} */
  const files = new Map();
  /** @type {ts.Statement[]} */
  let before = [];
  for (const statement of source.statements) {
    const made = madeBy(statement);
    if (made?.by === '__esm') {
      const file = new File(made.name, statement, made.body);
      file.declarations = before.filter((one) => namesOf(one).length > 0);
      files.set(file.name, file);
    }
    before = made ? [] : [...before, statement];
  }
  for (const file of files.values()) {
    for (const step of file.body.statements) {
      const called = calledBy(step);
      const needed = called === undefined ? undefined : files.get(called);
      if (needed) file.needs.add(needed);
      else if (namesOf(step).length > 0)
        throw new Error(`${file.name} declares what the bundler would declare outside.`);
      else if (!ts.isExpressionStatement(step) || !ts.isStringLiteral(step.expression)) file.steps.push(step);
    }
  }
  return files;
}

/**
 * Returns what a statement declares that evaluates a file: `var name = __esm({ "path"() { … } })`, or the same with `__commonJS`.
 * @param {ts.Statement} statement
 */
function madeBy(statement) {
  const declaration = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : undefined;
  const call = declaration?.initializer;
  if (!declaration || !call || !ts.isCallExpression(call) || !ts.isIdentifier(declaration.name)) return undefined;
  const by = call.expression.getText();
  if (by !== '__esm' && by !== '__commonJS') return undefined;
  const [table] = call.arguments;
  const method = table && ts.isObjectLiteralExpression(table) ? table.properties[0] : undefined;
  if (!method || !ts.isMethodDeclaration(method) || !method.body)
    throw new Error(`${declaration.name.text} evaluates no file.`);
  return { by, name: declaration.name.text, body: method.body };
}

/** @param {ts.Statement} statement */
function isEvaluator(statement) {
  return ts.isVariableStatement(statement) && statement.declarationList.declarations[0]?.name.getText() === '__esm';
}

/**
 * Returns the names of a declaration that may be anywhere: of a function, or of variables without values.
 * @param {ts.Statement} statement
 */
function namesOf(statement) {
  if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : [];
  if (!ts.isVariableStatement(statement)) return [];
  const { declarations } = statement.declarationList;
  return declarations.some(({ initializer }) => initializer) ? [] : declarations.map(({ name }) => name.getText());
}

/** @param {ts.Statement} step */
function calledBy(step) {
  const call = ts.isExpressionStatement(step) ? step.expression : undefined;
  return call && ts.isCallExpression(call) && ts.isIdentifier(call.expression) ? call.expression.text : undefined;
}

/**
 * Returns the files that may be evaluated without one that needs them.
 * @param {ReadonlyMap<string, File>} files
 * @param {readonly ts.Statement[]} others
 */
function rootsOf(files, others) {
  /** @type {Set<File>} */
  const roots = new Set();
  const parts = [...files.values()].flatMap(({ declarations, steps }) => [...declarations, ...steps]);
  eachName([...parts, ...others], (name) => {
    const file = files.get(name);
    if (file) roots.add(file);
  });
  return roots;
}

/**
 * Returns the files by what they are always evaluated with, each behind those that it needs.
 * @param {ReadonlyMap<string, File>} files
 * @param {ReadonlySet<File>} roots
 */
function groupsOf(files, roots) {
  /** @type {Map<File, number[]>} */
  const reaching = new Map([...files.values()].map((file) => [file, []]));
  for (const [index, root] of [...roots].entries()) {
    const reached = new Set([root]);
    for (const file of reached) {
      reaching.get(file)?.push(index);
      for (const needed of file.needs) reached.add(needed);
    }
  }
  /** @type {Map<string, File[]>} */
  const groups = new Map();
  for (const [file, indices] of reaching) groups.set(String(indices), [...(groups.get(String(indices)) ?? []), file]);
  return [...groups.values()];
}

/**
 * Returns the names of what files declare and others use.
 * @param {readonly (readonly File[])[]} groups
 * @param {readonly ts.Statement[]} others
 */
function sharedNames(groups, others) {
  /** @type {Map<string, readonly File[]>} */
  const owners = new Map();
  for (const group of groups)
    for (const name of group.flatMap(({ declarations }) => declarations.flatMap(namesOf))) owners.set(name, group);
  /** @type {Set<string>} */
  const shared = new Set();
  const share = (user) => (/** @type {string} */ name) => {
    if (owners.has(name) && owners.get(name) !== user) shared.add(name);
  };
  for (const group of groups)
    eachName(
      group.flatMap(({ declarations, steps }) => [...declarations, ...steps]),
      share(group),
    );
  eachName(others, share(undefined));
  return shared;
}

/**
 * Calls `use` with each name that may be that of a declaration, and with some that are not.
 * @param {readonly ts.Node[]} nodes
 * @param {(name: string) => void} use
 */
function eachName(nodes, use) {
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isPropertyAccessExpression(node)) return visit(node.expression);
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) return visit(node.initializer);
    if (ts.isIdentifier(node)) use(node.text);
    return ts.forEachChild(node, visit);
  };
  nodes.forEach(visit);
}

/**
 * Writes a group: what others use of it, and the function that evaluates it, by the name of the last file.
 * @param {readonly File[]} group
 * @param {ReadonlySet<File>} roots
 * @param {ReadonlySet<string>} shared
 * @param {(file: File) => string} nameOf
 */
function textOf(group, roots, shared, nameOf) {
  const own = nameOf(/** @type {File} */ (group[0]));
  const needed = new Set(group.flatMap(({ needs }) => [...needs].map(nameOf)).filter((name) => name !== own));
  const declarations = group.flatMap((file) => file.declarations);
  const names = declarations.flatMap(namesOf);
  const [handed, kept] = [names.filter((name) => shared.has(name)), names.filter((name) => !shared.has(name))];
  const functions = declarations.filter(ts.isFunctionDeclaration);
  const variables = kept.filter((name) => !functions.some((one) => one.name?.text === name));
  return [
    ...declared(handed),
    `var ${own} = __esm(() => {`,
    '"use strict";',
    ...declared(variables),
    ...functions.map((one) => (shared.has(one.name?.text ?? '') ? assigned(one) : one.getText())),
    ...[...needed].map((name) => `${name}();`),
    ...group.flatMap(({ steps }) => steps.map((step) => step.getText())),
    '});',
    ...group.filter((file) => file.name !== own && roots.has(file)).map(({ name }) => `var ${name} = ${own};`),
  ].join('\n');
}

/** @param {readonly string[]} names */
function declared(names) {
  return names.length === 0 ? [] : [`var ${names.join(', ')};`];
}

/**
 * Writes a function as the value of its name, which is declared elsewhere.
 * @param {ts.FunctionDeclaration} made
 */
function assigned(made) {
  const { text } = made.getSourceFile();
  const { name } = made;
  if (!name) return made.getText();
  return `${name.text} = ${text.slice(made.getStart(), name.getStart())}${text.slice(name.end, made.end)};`;
}
