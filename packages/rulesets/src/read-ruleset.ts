import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, Node, ParsedNode, YAMLMap } from 'yaml';
import type { Severity } from '@rulebook/catalogue/facts';
import { withCommas } from '@rulebook/text/count';
import { nearest } from '@rulebook/text/edit-distance';
import { isYamlTooDeep } from '@rulebook/text/yaml-depth';
import { wildcardPattern, type TextPattern } from '@rulebook/text/patterns';
import { houseFunctions } from './functions';
import type { HouseCheck, HousePlace, HouseRule, Ruleset, RulesetProblem } from '@rulebook/catalogue/house';

/** The longest ruleset, in UTF-16 code units. */
const longest = 1_000_000;
const maxRules = 1_000;
/** The most nodes, with those that aliases repeat. */
const maxNodes = 100_000;

const severities: Readonly<Record<string, Severity | 'off'>> = {
  error: 'error',
  warn: 'warning',
  warning: 'warning',
  info: 'information',
  information: 'information',
  hint: 'hint',
  off: 'off',
  0: 'error',
  1: 'warning',
  2: 'information',
  3: 'hint',
};

const topMembers = ['rules', 'description', 'documentationUrl'];
const ruleMembers = ['description', 'message', 'severity', 'given', 'then', 'documentationUrl', 'recommended', 'tags'];
const placeMembers = ['service', 'operation', 'method', 'path', 'at'];
const checkMembers = ['field', 'function', 'functionOptions'];
/** The members of a request as rules see it. */
const requestMembers = ['method', 'path', 'query', 'headers', 'body'];

/** The id of an operation, and a pointer into its request. */
const placeInRequest = /^([^#\s$]*)#(\/.*)?$/s;

/** Names of rulesets that linters of descriptions bring. */
const builtIn = /^(?:spectral:\w{1,30}|(?:minimal|recommended|recommended-strict|all|spec)(?:-strict)?)$/;

/** What other readers of rulesets do with members that Rulebook does not read. */
const unread: Readonly<Record<string, string>> = {
  extends: 'Rulebook does not read `extends`. Name the other ruleset in `rulesets` of rulebook.json.',
  functions: 'Rulebook runs no code, so functions of your own are not available.',
  functionsDir: 'Rulebook runs no code, so functions of your own are not available.',
  overrides: 'Rulebook does not read `overrides`. Write the place into `given` of the rule.',
  aliases: 'Rulebook does not read `aliases`. Write the place into `given` of the rule.',
  formats: 'Rules are about requests, so there are no formats.',
  parserOptions: 'Rules are about requests, so there are no options of a parser.',
};

/**
 * Reads a ruleset, YAML or JSON: rules by name, each with places of requests and functions that are applied there. `file` is its path for
 * messages. Never throws; what cannot be used becomes a problem, and the other rules hold.
 */
export function readRuleset(text: string, file: string): Ruleset {
  return new RulesetReader(file).read(text);
}

class RulesetReader {
  readonly #file: string;
  readonly #problems: RulesetProblem[] = [];
  readonly #lines = new LineCounter();

  constructor(file: string) {
    this.#file = file;
  }

  read(text: string): Ruleset {
    const rules: HouseRule[] = [];
    const changes: Record<string, Severity | 'off'> = {};
    const done = (): Ruleset => ({ rules, changes, problems: this.#problems });
    if (text.length > longest) {
      const message = `The ruleset is longer than ${withCommas(longest)} characters, so it is not read. Split it.`;
      this.#problems.push({ severity: 'error', message, span: { start: 0, end: 1 } });
      return done();
    }
    if (isYamlTooDeep(text)) {
      const message = 'The ruleset is nested too deeply, so it is not read. Rules need few levels.';
      this.#problems.push({ severity: 'error', message, span: { start: 0, end: 1 } });
      return done();
    }
    const document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, stringKeys: false });
    for (const { message, pos } of document.errors.slice(0, 1)) {
      this.#problems.push({
        severity: 'error',
        message: `The ruleset is not valid YAML: ${sentence(message)}`,
        span: { start: pos[0], end: Math.max(pos[1], pos[0] + 1) },
      });
    }
    if (document.errors.length > 0 || !this.#resolveAliases(document)) return done();
    const root = document.contents;
    if (!isMap(root)) {
      this.#problems.push({
        severity: 'error',
        message: 'A ruleset is an object with the member `rules`.',
        span: { start: 0, end: Math.max(1, text.trimEnd().length) },
      });
      return done();
    }
    const named = memberOfMap(root, 'rules');
    const sign = this.#signOfDescriptions(root as YAMLMap.Parsed, named);
    if (sign !== undefined) {
      const message = `This ruleset is about descriptions: ${sign}. Rules of rulebook.json are about requests, with places such as \`#/body/name\`, so none of its rules is used. Give it to a linter of descriptions.`;
      this.#complain(root.items[0]?.key ?? root, message);
      return done();
    }
    this.#checkMembers(root, topMembers, 'a ruleset');
    if (!isMap(named)) {
      this.#complain(named ?? root, 'A ruleset needs the member `rules`: an object with a rule for each name.');
      return done();
    }
    const tooMany = named.items[maxRules]?.key;
    if (tooMany) {
      const message = `The rules of a ruleset are read up to the number of ${withCommas(maxRules)}. Split it.`;
      this.#complain(tooMany as ParsedNode, message);
    }
    for (const { key, value } of named.items.slice(0, maxRules)) {
      const name = textOfNode(key as ParsedNode);
      if (name === undefined) continue;
      if (isScalar(value)) {
        const severity = this.#severityOf(value as ParsedNode);
        if (severity !== undefined) changes[name] = severity;
      } else if (isMap(value)) {
        const rule = this.#readRule(name, key as ParsedNode, value as YAMLMap.Parsed);
        if (rule !== undefined) rules.push(rule);
      } else this.#complain(key as ParsedNode, `The rule \`${name}\` must be an object with \`given\` and \`then\`.`);
    }
    return done();
  }

  /** Returns what shows that a ruleset is about descriptions, as half a sentence; undefined if a place of it is in a request, or nothing shows it. */
  #signOfDescriptions(root: YAMLMap.Parsed, named: ParsedNode | undefined): string | undefined {
    const rules = isMap(named)
      ? (named as YAMLMap.Parsed).items.flatMap(({ value }) => (isMap(value) ? [value as YAMLMap.Parsed] : []))
      : [];
    const places = rules.flatMap((rule) => this.#list(memberOfMap(rule, 'given')));
    if (places.some((place) => isMap(place) || placeInRequest.test(textOfNode(place) ?? ''))) return undefined;
    if (places.some((place) => /^(?:\$|#[A-Za-z])/.test(textOfNode(place) ?? '')))
      return 'its places are JSONPaths such as `$.paths`';
    if (
      rules.some((rule) => memberOfMap(rule, 'subject') !== undefined && memberOfMap(rule, 'assertions') !== undefined)
    )
      return 'its rules have a `subject` and `assertions`';
    const extended = this.#list(memberOfMap(root, 'extends')).flatMap((one) => this.#list(one));
    const built = extended.map((one) => textOfNode(one)).find((name) => name !== undefined && builtIn.test(name));
    return places.length > 0 || built === undefined ? undefined : `it extends \`${built}\``;
  }

  /** Puts nodes into the places of their aliases. Returns false if that cannot be done. */
  #resolveAliases(document: Document.Parsed): boolean {
    let nodes = 0;
    let failed: Node | undefined;
    visit(document, {
      Node: (_, node) => {
        if (++nodes <= maxNodes) return undefined;
        failed = node;
        return visit.BREAK;
      },
      Alias: (_, alias, path) => {
        const node = alias.resolve(document);
        if (isNode(node) && !path.includes(node)) return node;
        failed = alias;
        return visit.BREAK;
      },
    });
    if (failed)
      this.#complain(failed, 'The aliases of the ruleset repeat themselves or too much. Write the values out.');
    return failed === undefined;
  }

  #readRule(name: string, key: ParsedNode, node: YAMLMap.Parsed): HouseRule | undefined {
    this.#checkMembers(node, ruleMembers, 'a rule');
    const severityNode = memberOfMap(node, 'severity');
    const severity = severityNode === undefined ? 'warning' : this.#severityOf(severityNode);
    const places = this.#list(memberOfMap(node, 'given')).flatMap((given) => this.#readPlace(given) ?? []);
    const checks = this.#list(memberOfMap(node, 'then')).flatMap((then) => this.#readCheck(then) ?? []);
    for (const member of ['given', 'then'])
      if (memberOfMap(node, member) === undefined) this.#complain(key, `The rule \`${name}\` needs \`${member}\`.`);
    if (severity === undefined || severity === 'off' || places.length === 0 || checks.length === 0) return undefined;
    if (valueOfNode(memberOfMap(node, 'recommended')) === false) return undefined;
    const message = textOfNode(memberOfMap(node, 'message'));
    const description = textOfNode(memberOfMap(node, 'description'));
    const link = textOfNode(memberOfMap(node, 'documentationUrl'));
    const isLink = link !== undefined && /^https?:\/\/\S+$/i.test(link);
    if (link !== undefined && !isLink)
      this.#complain(
        memberOfMap(node, 'documentationUrl'),
        '`documentationUrl` must be an http or https URL.',
        'warning',
      );
    const { line } = this.#lines.linePos(key.range[0]);
    return {
      severity,
      ...(message !== undefined && { message }),
      ...(description !== undefined && { description }),
      provenance: { kind: 'house', file: this.#file, line, name, ...(isLink && { link }) },
      places,
      checks,
    };
  }

  /** A place is an object, or a text: the id of an operation, perhaps with wildcards, and a pointer behind `#`. */
  #readPlace(node: ParsedNode): HousePlace | undefined {
    if (!isMap(node)) {
      const text = textOfNode(node);
      const [, operation = '', at] = placeInRequest.exec(text ?? '') ?? [];
      if (text === undefined || !text.includes('#') || text.startsWith('$')) {
        this.#complain(
          node,
          '`given` must be a place of a request, for example `code-hosting.hooks.create#/body/config/url`, or an object with `service`, `operation`, `method`, `path` and `at`.',
        );
        return undefined;
      }
      const pointer = this.#pointerOf(at ?? '', node);
      return pointer && { ...(operation !== '' && { operations: this.#wildcards([operation], node) }), pointer };
    }
    this.#checkMembers(node as YAMLMap.Parsed, placeMembers, '`given`');
    const texts = (name: string): readonly string[] | undefined => {
      const member = memberOfMap(node as YAMLMap.Parsed, name);
      return member === undefined ? undefined : this.#list(member).flatMap((one) => textOfNode(one) ?? []);
    };
    const services = texts('service');
    const operations = this.#wildcards(texts('operation'), node);
    const methods = texts('method')?.map((text) => text.toUpperCase());
    const paths = this.#wildcards(
      texts('path')?.map((text) => text.replace(/\{[^{}]*\}/g, '*')),
      node,
      '/',
    );
    const atNode = memberOfMap(node as YAMLMap.Parsed, 'at');
    const pointer = this.#pointerOf((textOfNode(atNode) ?? '').replace(/^#/, ''), atNode ?? node);
    return (
      pointer && {
        ...(services && { services }),
        ...(operations && { operations }),
        ...(methods && { methods }),
        ...(paths && { paths }),
        pointer,
      }
    );
  }

  #wildcards(texts: readonly string[] | undefined, node: ParsedNode, separator?: string): TextPattern[] | undefined {
    return texts?.flatMap((text) => {
      const pattern = wildcardPattern(text, separator);
      if (pattern === undefined) this.#complain(node, 'A place of this rule is too long to be read. Shorten it.');
      return pattern ?? [];
    });
  }

  #pointerOf(text: string, node: ParsedNode): readonly string[] | undefined {
    if (text === '' || text === '/') return [];
    const steps = text
      .replace(/^\//, '')
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const [first = ''] = steps;
    if (text.startsWith('/') && requestMembers.includes(first)) return steps;
    const meant = nearest(first, requestMembers);
    this.#complain(
      node,
      `A place begins with ${requestMembers.map((name) => `\`/${name}\``).join(', ')}${meant === undefined ? '.' : `; did you mean \`/${meant}\`?`}`,
    );
    return undefined;
  }

  #readCheck(node: ParsedNode): HouseCheck | undefined {
    if (!isMap(node)) {
      this.#complain(node, '`then` must be an object with `function`.');
      return undefined;
    }
    const then = node as YAMLMap.Parsed;
    this.#checkMembers(then, checkMembers, '`then`');
    const named = memberOfMap(then, 'function');
    const name = textOfNode(named) ?? '';
    const known = Object.hasOwn(houseFunctions, name) ? houseFunctions[name] : undefined;
    if (known === undefined) {
      const names = Object.keys(houseFunctions);
      const meant = nearest(name, names);
      this.#complain(
        named ?? then,
        `There is no function \`${name}\`${meant === undefined ? `. The functions are ${names.join(', ')}.` : `; did you mean \`${meant}\`?`}`,
      );
      return undefined;
    }
    const optionsNode = memberOfMap(then, 'functionOptions');
    if (isMap(optionsNode))
      this.#checkMembers(optionsNode as YAMLMap.Parsed, known.options, `the options of \`${name}\``);
    const options = valueOfNode(optionsNode);
    const test = known.make(
      (typeof options === 'object' && options !== null ? options : {}) as Record<string, unknown>,
      (option, message) => {
        const place = isMap(optionsNode) ? (memberOfMap(optionsNode as YAMLMap.Parsed, option) ?? optionsNode) : then;
        this.#complain(place, option === '' ? `The options of \`${name}\` ${message}.` : `\`${option}\` ${message}.`);
      },
    );
    const field = textOfNode(memberOfMap(then, 'field'));
    return test && { ...(field !== undefined && { field }), test };
  }

  #severityOf(node: ParsedNode): Severity | 'off' | undefined {
    const written = valueOfNode(node);
    const text = written === false ? 'off' : String(written);
    if (Object.hasOwn(severities, text)) return severities[text];
    this.#complain(node, 'A severity is `error`, `warn`, `info`, `hint` or `off`.');
    return undefined;
  }

  #list(node: ParsedNode | undefined): readonly ParsedNode[] {
    if (node === undefined) return [];
    return isSeq(node) ? (node.items as ParsedNode[]) : [node];
  }

  #checkMembers(node: YAMLMap.Parsed, known: readonly string[], owner: string): void {
    for (const { key } of node.items) {
      const name = textOfNode(key);
      if (name === undefined || known.includes(name)) continue;
      const reason = Object.hasOwn(unread, name) && owner === 'a ruleset' ? unread[name] : undefined;
      const meant = nearest(name, known);
      this.#complain(
        key,
        reason ??
          `\`${name}\` is not a member of ${owner}${meant === undefined ? '.' : `; did you mean \`${meant}\`?`}`,
        'warning',
      );
    }
  }

  #complain(
    node: Node | ParsedNode | undefined,
    message: string,
    severity: RulesetProblem['severity'] = 'error',
  ): void {
    const [start = 0, end = start + 1] = node?.range ?? [];
    this.#problems.push({ severity, message, span: { start, end: Math.max(end, start + 1) } });
  }
}

function memberOfMap(node: YAMLMap.Parsed, name: string): ParsedNode | undefined {
  return node.items.find(({ key }) => textOfNode(key) === name)?.value ?? undefined;
}

function textOfNode(node: ParsedNode | null | undefined): string | undefined {
  return isScalar(node) && (typeof node.value === 'string' || typeof node.value === 'number')
    ? String(node.value)
    : undefined;
}

function valueOfNode(node: ParsedNode | undefined): unknown {
  if (node === undefined) return undefined;
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return (node.items as ParsedNode[]).map(valueOfNode);
  if (!isMap(node)) return undefined;
  return Object.fromEntries(
    node.items.map(({ key, value }) => [
      textOfNode(key as ParsedNode) ?? '',
      valueOfNode((value ?? undefined) as ParsedNode | undefined),
    ]),
  );
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`;
}
