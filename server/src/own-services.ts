import type { Diagnostic } from 'vscode-languageserver';
import { createDescribedService, spanInConfiguration } from '../../engine/src/index';
import type { BlockText, CheckOptions, OwnService, Service } from '../../engine/src/index';
import type { DescribedFile, ServerPorts } from './ports';
import { configurationUri } from './settings';
import type { Settings } from './settings';
import { rangesIn, toNotice } from './to-lsp';
import { isSameList, type OwnFiles, type OwnFilesParts } from './own-files';
import { plainUri } from './uris';

/** What the own services need of the session. */
export interface OwnServicesParts extends OwnFilesParts {
  readonly describe: ServerPorts['describe'];
}

/** The services of one `rulebook.json`. */
interface Folder {
  readonly root: string;
  readonly written: readonly OwnService[];
  readonly described: Map<string, Described>;
  /** The same value until a description changes; absent while nothing has been read. */
  services: readonly Service[] | undefined;
  /** The diagnostics of the descriptions and of `rulebook.json`, by plain URI. */
  diagnostics: ReadonlyMap<string, { readonly uri: string; readonly list: readonly Diagnostic[] }>;
}

interface Described {
  /** Counts the readings, so that only the newest one counts. */
  turn: number;
  read?: DescribedFile;
  /** Stays when the description is broken for a while. */
  service?: Service;
}

/** More problems of a file are counted, not shown. */
const mostShown = 100;

/** Knows the services that the folders of the workspace describe themselves. A description is read when the first file of its folder is checked. */
export class OwnServices implements OwnFiles {
  readonly #parts: OwnServicesParts;
  readonly #folders = new Map<string, Folder>();
  readonly #options = new WeakMap<CheckOptions, { services: readonly Service[]; options: CheckOptions }>();

  constructor(parts: OwnServicesParts) {
    this.#parts = parts;
  }

  checkOptionsOf(settings: Settings, base: CheckOptions): CheckOptions {
    const services = this.#folderOf(settings)?.services;
    if (services === undefined) return base;
    const known = this.#options.get(base);
    if (known?.services === services) return known.options;
    const options = { ...base, context: { ...base.context, services } };
    this.#options.set(base, { services, options });
    return options;
  }

  update(all: readonly Settings[]): void {
    for (const folder of [...this.#folders.values()]) {
      const settings = all.find(({ root }) => root === folder.root);
      if (settings && isSameList(settings.configuration.services, folder.written)) continue;
      this.#folders.delete(folder.root);
      for (const { uri } of folder.diagnostics.values()) this.#parts.onProblems(uri);
      // It was in use, so it is read again at once.
      if (settings) this.#folderOf(settings, folder);
    }
  }

  changed(uris: readonly string[]): void {
    const plain = new Set(uris.map(plainUri));
    for (const folder of this.#folders.values()) {
      for (const service of folder.written) {
        const files = folder.described.get(service.id)?.read?.files ?? [];
        if (files.some((uri) => plain.has(plainUri(uri)))) void this.#read(folder, service);
      }
    }
  }

  diagnosticsOf(uri: string): readonly Diagnostic[] {
    const plain = plainUri(uri);
    return [...this.#folders.values()].flatMap(({ diagnostics }) => diagnostics.get(plain)?.list ?? []);
  }

  /** Services that `former` had, too, hold until they are read again. */
  #folderOf({ root, configuration: { services } }: Settings, former?: Folder): Folder | undefined {
    if (root === undefined || this.#parts.describe === undefined) return undefined;
    const known = this.#folders.get(root);
    if (known && isSameList(known.written, services)) return known;
    if (services.length === 0) return undefined;
    const kept = [...(former?.described ?? [])].filter(([id]) => services.some((service) => service.id === id));
    const made: Folder = {
      root,
      written: services,
      described: new Map(kept.map(([id, { service }]) => [id, { turn: 0, ...(service && { service }) }])),
      services: former?.services && kept.flatMap(([, { service }]) => service ?? []),
      diagnostics: new Map(),
    };
    this.#folders.set(root, made);
    for (const service of services) void this.#read(made, service);
    return made;
  }

  async #read(folder: Folder, { id, title, description, overlays }: OwnService): Promise<void> {
    const state: Described = folder.described.get(id) ?? { turn: 0 };
    folder.described.set(id, state);
    const turn = ++state.turn;
    const read = await this.#parts.describe?.(folder.root, description, overlays);
    if (read === undefined || turn !== state.turn || this.#folders.get(folder.root) !== folder) return;
    state.read = read;
    if ('compiled' in read && read.compiled !== undefined) {
      state.service = createDescribedService(read.compiled, { id, ...(title !== undefined && { title }) });
      folder.services = [...folder.described.values()].flatMap(({ service }) => service ?? []);
      this.#parts.onChange();
    }
    const former = folder.diagnostics;
    folder.diagnostics = await this.#diagnosticsIn(folder);
    for (const uri of new Set([...former.values(), ...folder.diagnostics.values()].map((each) => each.uri)))
      this.#parts.onProblems(uri);
  }

  async #diagnosticsIn({ root, written, described }: Folder): Promise<Folder['diagnostics']> {
    const found = new Map<string, { uri: string; problems: DescriptionNotice[] }>();
    const add = (uri: string, problem: DescriptionNotice): void => {
      const known = found.get(plainUri(uri)) ?? { uri, problems: [] };
      known.problems.push(problem);
      found.set(plainUri(uri), known);
    };
    for (const { id, description } of written) {
      const read = described.get(id)?.read;
      if (read === undefined) continue;
      if ('cause' in read) {
        const message = `The description \`${description}\` cannot be read: ${read.cause}.`;
        add(configurationUri(root) ?? root, { message, severity: 'error', member: ['services', id, 'description'] });
      } else for (const problem of read.problems) add(problem.uri, problem);
    }
    const converted = await Promise.all(
      [...found].map(async ([key, { uri, problems }]) => {
        const text = (await this.#parts.readFile?.(uri)) ?? '';
        return [key, { uri, list: this.#converted(text, problems) }] as const;
      }),
    );
    return new Map(converted);
  }

  #converted(text: string, problems: readonly DescriptionNotice[]): readonly Diagnostic[] {
    const block: BlockText = { text, lineEnds: 0 };
    const rangeOf = rangesIn(block, 0, this.#parts.encoding);
    const shown = problems.slice(0, mostShown).map(({ message, severity, span, member }) => {
      const place = member ? spanInConfiguration(text, member) : span;
      const notice = toNotice(message, severity);
      return place === undefined || place.end > text.length ? notice : { ...notice, range: rangeOf(place) };
    });
    const more = problems.length - shown.length;
    if (more <= 0) return shown;
    const message = `${more} further problems are not shown here. Run \`rulebook describe\` to list all of them.`;
    return [...shown, toNotice(message, 'information')];
  }
}

/** A problem of a file, at a span or at a member of `rulebook.json`. */
interface DescriptionNotice {
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'information';
  readonly span?: { readonly start: number; readonly end: number };
  readonly member?: readonly string[];
}
