import * as vscode from 'vscode';
import { versionOfDescription } from '@rulebook/exchange';
import { descriptionRequest, type DescriptionResult } from '../../../server/src/protocol';
import type { Ask } from '../ports/ask';
import { isLoopbackUrl } from '@rulebook/text';
import { originIn } from './origins';
import { descriptionParams } from './import-description';
import { descriptionFiles, isDescription } from './is-description';

/** Returns whether a file has a name that descriptions usually have. */
export function hasUsualName({ path }: vscode.Uri): boolean {
  return /openapi|swagger/i.test(path.slice(path.lastIndexOf('/')));
}

const candidates = '**/*.{yaml,yml,json}';
const outside =
  '**/{node_modules,bower_components,vendor,dist,build,out,target,coverage,.git,.vscode,.github,.idea}/**';
/** Other files are not looked into. */
const most = { files: 400, descriptions: 20, bytes: 8_000_000 };
/** In bytes. */
const longestHead = 20_000;

/** The descriptions in the folders of the workspace. */
export interface FoundDescriptions extends vscode.Disposable {
  /** Returns those that are known by now, and looks for others the first time. */
  readonly all: () => readonly vscode.Uri[];
  /** Returns those that are known by now. */
  readonly known: () => readonly vscode.Uri[];
  /** Looks for all of them. */
  readonly search: () => Promise<readonly vscode.Uri[]>;
  /** Adds one that was opened or made. */
  readonly note: (uri: vscode.Uri) => void;
  /** Returns the base URLs that a description names; undefined while they are not read. */
  readonly baseUrlsOf: (uri: vscode.Uri) => readonly string[] | undefined;
  /** Notes that a service of this computer has answered a request. */
  readonly answered: (url: string) => void;
  /** Returns the origins of this computer that have answered, and whose description may be looked for. */
  readonly origins: () => ReadonlySet<string>;
  /** Offers the description of an origin no more. */
  readonly dismiss: (url: string) => void;
  readonly onChange: vscode.Event<void>;
}

/** Returns what knows the descriptions. It reads files when they are asked for, and once; nothing is sent. */
export function findDescriptions(ask: Ask): FoundDescriptions {
  const changed = new vscode.EventEmitter<void>();
  const known = new Map<string, vscode.Uri>();
  const baseUrls = new Map<string, readonly string[] | 'asked'>();
  const answering = new Set<string>();
  const dismissed = new Set<string>();
  let searching: Promise<void> | undefined;
  const note = (uri: vscode.Uri) => {
    if (known.has(uri.toString())) return;
    known.set(uri.toString(), uri);
    changed.fire();
  };
  const look = async () => {
    const files = await vscode.workspace.findFiles(candidates, outside, most.files);
    const ranked = files.toSorted((a, b) => rankOf(a) - rankOf(b) || a.path.length - b.path.length);
    for (const file of ranked) {
      if (known.size >= most.descriptions) return;
      if (!known.has(file.toString()) && (await holdsDescription(file))) note(file);
    }
  };
  const search = async () => {
    await (searching ??= look());
    return [...known.values()];
  };
  const readBaseUrls = async (uri: vscode.Uri) => {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    if (folder === undefined) return;
    const read = await ask<DescriptionResult>(descriptionRequest, descriptionParams(uri, folder));
    if ('reason' in read) return;
    baseUrls.set(uri.toString(), read.baseUrls);
    changed.fire();
  };
  const noteDocument = (document: vscode.TextDocument) => {
    if (isDescription(document)) note(document.uri);
  };
  for (const document of vscode.workspace.textDocuments) noteDocument(document);
  const subscriptions = [
    changed,
    vscode.workspace.onDidOpenTextDocument(noteDocument),
    vscode.workspace.onDidSaveTextDocument((document) => {
      baseUrls.delete(document.uri.toString());
      noteDocument(document);
    }),
  ];
  return {
    all: () => {
      void search();
      return [...known.values()];
    },
    known: () => [...known.values()],
    search,
    note,
    baseUrlsOf: (uri) => {
      const found = baseUrls.get(uri.toString());
      if (found !== undefined) return found === 'asked' ? undefined : found;
      baseUrls.set(uri.toString(), 'asked');
      void readBaseUrls(uri);
      return undefined;
    },
    answered: (url) => {
      const origin = originIn(url);
      if (origin === undefined || !isLoopbackUrl(url) || answering.has(origin) || dismissed.has(origin)) return;
      answering.add(origin);
      changed.fire();
    },
    origins: () => answering,
    dismiss: (url) => {
      const origin = originIn(url);
      if (origin === undefined) return;
      dismissed.add(origin);
      if (answering.delete(origin)) changed.fire();
    },
    onChange: changed.event,
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** Files with usual names are looked at first. */
function rankOf(file: vscode.Uri): number {
  if (hasUsualName(file)) return 0;
  return /api/i.test(file.path.slice(file.path.lastIndexOf('/'))) ? 1 : 2;
}

async function holdsDescription(file: vscode.Uri): Promise<boolean> {
  if (!descriptionFiles.test(file.path)) return false;
  try {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > most.bytes) return false;
    const bytes = await vscode.workspace.fs.readFile(file);
    return versionOfDescription(new TextDecoder().decode(bytes.slice(0, longestHead))) !== undefined;
  } catch {
    // It was removed meanwhile.
    return false;
  }
}
