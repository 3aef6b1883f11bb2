import type { Diagnostic } from 'vscode-languageserver';
import { combineRulesets, readRuleset, spanInConfiguration } from '../../engine/src/index';
import type { CheckOptions, HouseRule, Ruleset } from '../../engine/src/index';
import { isSameList, type OwnFiles, type OwnFilesParts } from './own-files';
import type { ServerPorts } from './ports';
import { configurationUri } from './settings';
import type { Settings } from './settings';
import { rangesIn, toNotice } from './to-lsp';
import { plainUri } from './uris';

/** What the house rules need of the session. */
export interface HouseRulesParts extends OwnFilesParts {
  readonly readInside: ServerPorts['readInside'];
}

/** The rulesets of one `rulebook.json`. */
interface Folder {
  readonly root: string;
  readonly written: readonly string[];
  /** Counts the readings, so that only the newest one counts. */
  turn: number;
  uris: readonly string[];
  /** The same value until a ruleset changes; absent while nothing has been read. */
  rules?: readonly HouseRule[];
  diagnostics: ReadonlyMap<string, { readonly uri: string; readonly list: readonly Diagnostic[] }>;
}

/** Knows the rulesets that the folders of the workspace name. They are read when the first file of their folder is checked. */
export class HouseRules implements OwnFiles {
  readonly #parts: HouseRulesParts;
  readonly #folders = new Map<string, Folder>();
  readonly #options = new WeakMap<CheckOptions, { rules: readonly HouseRule[]; options: CheckOptions }>();

  constructor(parts: HouseRulesParts) {
    this.#parts = parts;
  }

  checkOptionsOf(settings: Settings, base: CheckOptions): CheckOptions {
    const rules = this.#folderOf(settings)?.rules;
    if (rules === undefined) return base;
    const known = this.#options.get(base);
    if (known?.rules === rules) return known.options;
    const options = { ...base, context: { ...base.context, houseRules: rules } };
    this.#options.set(base, { rules, options });
    return options;
  }

  update(all: readonly Settings[]): void {
    for (const folder of [...this.#folders.values()]) {
      const settings = all.find(({ root }) => root === folder.root);
      if (settings && isSameList(settings.configuration.rulesets, folder.written)) continue;
      this.#folders.delete(folder.root);
      for (const { uri } of folder.diagnostics.values()) this.#parts.onProblems(uri);
      // It was in use, so it is read again at once; until then, the former rules hold.
      if (settings) this.#folderOf(settings, folder);
    }
  }

  changed(uris: readonly string[]): void {
    const plain = new Set(uris.map(plainUri));
    for (const folder of this.#folders.values())
      if (folder.uris.some((uri) => plain.has(plainUri(uri)))) void this.#read(folder);
  }

  diagnosticsOf(uri: string): readonly Diagnostic[] {
    const plain = plainUri(uri);
    return [...this.#folders.values()].flatMap(({ diagnostics }) => diagnostics.get(plain)?.list ?? []);
  }

  #folderOf({ root, configuration: { rulesets } }: Settings, former?: Folder): Folder | undefined {
    if (root === undefined || this.#parts.readInside === undefined) return undefined;
    const known = this.#folders.get(root);
    if (known && isSameList(known.written, rulesets)) return known;
    if (rulesets.length === 0) return undefined;
    const made: Folder = {
      root,
      written: rulesets,
      turn: 0,
      uris: [],
      ...(former?.rules && { rules: former.rules }),
      diagnostics: new Map(),
    };
    this.#folders.set(root, made);
    void this.#read(made);
    return made;
  }

  async #read(folder: Folder): Promise<void> {
    const turn = ++folder.turn;
    const { root, written } = folder;
    const { readInside } = this.#parts;
    if (readInside === undefined) return;
    const contents = await Promise.all(written.map((path) => readInside(root, path)));
    const configuration = configurationUri(root) ?? root;
    const configurationText = (await this.#parts.readFile?.(configuration)) ?? '';
    if (turn !== folder.turn || this.#folders.get(root) !== folder) return;
    const diagnostics = new Map<string, { uri: string; list: Diagnostic[] }>();
    const add = (uri: string, list: readonly Diagnostic[]): void => {
      const known = diagnostics.get(plainUri(uri)) ?? { uri, list: [] };
      known.list.push(...list);
      diagnostics.set(plainUri(uri), known);
    };
    const rulesets: Ruleset[] = [];
    for (const [index, content] of contents.entries()) {
      const path = written[index] ?? '';
      if ('cause' in content) {
        const notice = toNotice(`The ruleset \`${path}\` cannot be read: ${content.cause}.`, 'error');
        const span = spanInConfiguration(configurationText, ['rulesets', index]);
        const rangeOf = rangesIn({ text: configurationText, lineEnds: 0 }, 0, this.#parts.encoding);
        add(configuration, [span === undefined ? notice : { ...notice, range: rangeOf(span) }]);
        continue;
      }
      const { text, uri } = content;
      const ruleset = readRuleset(text, path.replace(/^\.\//, ''));
      rulesets.push(ruleset);
      const rangeOf = rangesIn({ text, lineEnds: 0 }, 0, this.#parts.encoding);
      add(
        uri,
        ruleset.problems.map(({ message, severity, span }) => ({
          ...toNotice(message, severity),
          range: rangeOf(span),
        })),
      );
    }
    const former = folder.diagnostics;
    folder.uris = contents.map(({ uri }) => uri);
    folder.rules = combineRulesets(rulesets);
    folder.diagnostics = diagnostics;
    this.#parts.onChange();
    for (const uri of new Set([...former.values(), ...diagnostics.values()].map((each) => each.uri)))
      this.#parts.onProblems(uri);
  }
}
