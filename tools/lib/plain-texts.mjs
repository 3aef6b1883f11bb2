// The sources of what is shipped, with plain loops over lists.
import ts from 'typescript';

/**
 * Returns what returns the text of a source with plain loops; undefined for another file.
 * @param {readonly string[]} paths
 * @returns {(path: string) => string | undefined}
 */
export function plainTexts(paths) {
  const program = ts.createProgram(paths, {
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    noEmit: true,
  });
  /** @type {Map<string, string>} */
  const known = new Map();
  return (path) => {
    const source = program.getSourceFile(path);
    if (source === undefined) return undefined;
    const text = known.get(path) ?? new Rewriting(program.getTypeChecker(), source).text;
    known.set(path, text);
    return text;
  };
}

/** A source that is written anew. All but the heads of loops and what is taken apart stays as it is. */
class Rewriting {
  /** @type {ts.TypeChecker} */
  #checker;
  /** @type {ts.SourceFile} */
  #source;
  /** @type {{ start: number, end: number, text: string, order: number }[]} */
  #edits = [];
  #names = 0;

  /**
   * @param {ts.TypeChecker} checker
   * @param {ts.SourceFile} source
   */
  constructor(checker, source) {
    this.#checker = checker;
    this.#source = source;
    this.#visit(source);
  }

  get text() {
    // At one place, what is inside comes first.
    const edits = this.#edits.sort((a, b) => a.start - b.start || a.end - b.end || b.order - a.order);
    let text = '';
    let at = 0;
    for (const edit of edits) {
      text += this.#source.text.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return text + this.#source.text.slice(at);
  }

  /** @param {ts.Node} node */
  #visit(node) {
    if (ts.isForOfStatement(node) && this.#rewriteLoop(node)) return;
    if (ts.isVariableDeclaration(node) && this.#rewriteDeclaration(node)) return;
    if (ts.isFunctionLike(node) && this.#rewriteParameters(node)) return;
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  /** @param {ts.ForOfStatement} loop */
  #rewriteLoop(loop) {
    const { initializer, expression, statement } = loop;
    if (loop.awaitModifier || !ts.isVariableDeclarationList(initializer) || ts.isLabeledStatement(loop.parent))
      return false;
    const name = initializer.declarations[0]?.name;
    if (name === undefined) return false;
    const list = this.#name('list');
    const at = this.#name('at');
    const paired = this.#pairedList(expression, name);
    const own = paired?.list ?? expression;
    const item = `${list}[${at}]`;
    const declared = paired
      ? paired.names.flatMap((one, index) => (one === undefined ? [] : `${one} = ${index === 0 ? at : item}`))
      : this.#isList(this.#checker.getTypeAtLocation(expression)) && this.#declared(name, item);
    if (!declared) return false;
    const keyword = initializer.flags & ts.NodeFlags.Const ? 'const' : 'let';
    const names = declared.length === 0 ? '' : `${keyword} ${declared.join(', ')};`;
    this.#replace(loop.getStart(this.#source), own.getStart(this.#source), `{ const ${list} = (`);
    this.#visit(own);
    const head = `); for (let ${at} = 0; ${at} < ${list}.length; ${at}++) { ${names} `;
    this.#replace(own.end, statement.getStart(this.#source), head);
    this.#visit(statement);
    this.#replace(statement.end, statement.end, ' } }');
    return true;
  }

  /**
   * Returns the list whose items are taken with their indices, and what both are called.
   * @param {ts.Expression} expression
   * @param {ts.BindingName} name
   */
  #pairedList(expression, name) {
    if (!ts.isCallExpression(expression) || !ts.isPropertyAccessExpression(expression.expression)) return undefined;
    const { expression: list, name: called, questionDotToken } = expression.expression;
    if (called.text !== 'entries' || questionDotToken || !ts.isArrayBindingPattern(name)) return undefined;
    if (!this.#isList(this.#checker.getTypeAtLocation(list))) return undefined;
    const names = name.elements.map((one) => (ts.isOmittedExpression(one) ? undefined : one));
    if (names.length > 2 || names.some((one) => one?.initializer || one?.dotDotDotToken)) return undefined;
    return { list, names: names.map((one) => one?.name.getText(this.#source)) };
  }

  /** @param {ts.VariableDeclaration} declaration */
  #rewriteDeclaration({ name, initializer }) {
    if (!ts.isArrayBindingPattern(name) || initializer === undefined) return false;
    const list = this.#name('list');
    const declared = this.#isList(this.#checker.getTypeAtLocation(initializer)) && this.#taken(name, list);
    if (!declared) return false;
    this.#replace(name.getStart(this.#source), initializer.getStart(this.#source), `${list} = (`);
    this.#visit(initializer);
    this.#replace(initializer.end, initializer.end, [')', ...declared].join(', '));
    return true;
  }

  /** @param {ts.SignatureDeclaration} made */
  #rewriteParameters(made) {
    const { parameters } = made;
    const body = 'body' in made ? made.body : undefined;
    const lists = parameters.filter(({ name }) => ts.isArrayBindingPattern(name));
    // Of a generator, the body begins later; and what a parameter is when it is left out may be said by another one.
    if (!body || lists.length === 0 || ('asteriskToken' in made && made.asteriskToken)) return false;
    if (parameters.some(({ initializer }) => initializer !== undefined)) return false;
    const taken = lists.map(({ name }) => ({ name, list: this.#name('list') }));
    const declared = taken.map(({ name, list }) =>
      ts.isArrayBindingPattern(name) && this.#isList(this.#checker.getTypeAtLocation(name))
        ? this.#taken(name, list)
        : undefined,
    );
    if (declared.includes(undefined)) return false;
    for (const { name, list } of taken) this.#replace(name.getStart(this.#source), name.end, list);
    const names = declared.flatMap((one) => one ?? []);
    const head = names.length === 0 ? '' : `let ${names.join(', ')};`;
    const start = body.getStart(this.#source);
    if (ts.isBlock(body)) this.#replace(start + 1, start + 1, ` ${head}`);
    else {
      this.#replace(start, start, `{ ${head} return (`);
      this.#replace(body.end, body.end, '); }');
    }
    this.#visit(body);
    return true;
  }

  /**
   * Returns what declares a name, or the names of a list that is taken apart; undefined where it is taken apart and may be no list.
   * @param {ts.BindingName} name
   * @param {string} value
   * @returns {readonly string[] | undefined}
   */
  #declared(name, value) {
    if (!ts.isArrayBindingPattern(name)) return [`${name.getText(this.#source)} = ${value}`];
    if (!this.#isList(this.#checker.getTypeAtLocation(name))) return undefined;
    const list = this.#name('list');
    const inner = this.#taken(name, list);
    return inner && [`${list} = ${value}`, ...inner];
  }

  /**
   * @param {ts.ArrayBindingPattern} pattern
   * @param {string} list
   * @returns {readonly string[] | undefined}
   */
  #taken({ elements }, list) {
    /** @type {string[]} */
    const declared = [];
    for (const [index, element] of elements.entries()) {
      if (ts.isOmittedExpression(element)) continue;
      const { name, initializer, dotDotDotToken } = element;
      const item = `${list}[${index}]`;
      const otherwise = initializer && `(${item} === undefined ? ${initializer.getText(this.#source)} : ${item})`;
      const own = this.#declared(name, dotDotDotToken ? `${list}.slice(${index})` : (otherwise ?? item));
      if (own === undefined) return undefined;
      declared.push(...own);
    }
    return declared;
  }

  /**
   * @param {ts.Type} type
   * @returns {boolean}
   */
  #isList(type) {
    if (type.isUnion()) return type.types.every((one) => this.#isList(one));
    const name = type.getSymbol()?.name ?? '';
    return this.#checker.isArrayType(type) || this.#checker.isTupleType(type) || /^RegExp\w+Array$/.test(name);
  }

  /** @param {string} word */
  #name(word) {
    return `$${word}${++this.#names}`;
  }

  /**
   * @param {number} start
   * @param {number} end
   * @param {string} text
   */
  #replace(start, end, text) {
    this.#edits.push({ start, end, text, order: this.#edits.length });
  }
}
