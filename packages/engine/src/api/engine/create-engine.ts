import { loadMarkdown } from '@rulebook/catalogue/markdown/foreign-markdown';
import { createEngine as createWholeEngine } from '../../create-engine';
import type { Provenance } from '@rulebook/catalogue/facts';
import { linkOfSource, placeInSource, sourceName } from '@rulebook/catalogue/source-names';
import { defaultFormat } from '@rulebook/request-file/format/options';
import { membersOfNeed } from '@rulebook/checker/privileges/need-json';
import { needSentence } from '@rulebook/checker/privileges/need-sentence';
import type { RequestNeed } from '@rulebook/checker/privileges/request-needs';
import { reportConfiguration, reportFile, type ReportedFinding } from '@rulebook/sender/report/model';
import { problemsOf } from '@rulebook/sender/plan/explain-plan';
import type { RequestPlan } from '@rulebook/sender/plan/plan';
import { riskyWays } from '@rulebook/sender/private/risky-ways';
import { parseConfiguration } from '@rulebook/sender/configuration/configuration';
import { written } from '@rulebook/sender/plan/request-text';
import {
  blockOffsetAt,
  fileEditsOf,
  type FileEdit,
  type RequestFile,
} from '@rulebook/request-file/syntax/request-file';
import type { TextEdit } from '@rulebook/text/edit';
import { readDescription } from '../read-description';
import { compareResources } from './compare-resources';
import type {
  CompareOptions,
  Completion,
  DeclaredRequest,
  Engine,
  EngineOptions,
  FileOptions,
  Finding,
  Fixed,
  FixOptions,
  Hover,
  LayoutOptions,
  Need,
  Operation,
  Plan,
  Position,
  Range,
  ReadAnswer,
  Statement,
  TextChange,
} from './model';
import { createOpening, idsOf } from './open-text';

/** Creates an engine. It keeps what it knows of the services, so create one and use it for all texts. */
export function createEngine(options: EngineOptions = {}): Engine {
  void loadMarkdown();
  const { loadDescription, onRuleFailure } = options;
  const engine = createWholeEngine({
    ...(loadDescription && { loadDescription: (name: string) => readDescription(name, loadDescription) }),
    ...(onRuleFailure && { onRuleFailure }),
  });
  const { open, optionsOf } = createOpening(engine);

  return {
    rules: engine.rules
      .map(({ id, category, severity, docs }) => ({ id, category, severity, what: docs.what }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),

    check(text: string, given?: FileOptions): readonly Finding[] {
      const opened = open(text, given);
      return opened ? [...reportFile('', engine.check(opened.file, opened.options)).findings].map(findingOf) : [];
    },

    checkConfiguration(text: string): readonly Finding[] {
      const { problems } = parseConfiguration(text, { ruleIds: idsOf(engine) });
      return [...reportConfiguration('', text, [...problems, ...riskyWays(text)]).findings].map(findingOf);
    },

    hover(text: string, position: Position, given?: FileOptions): Hover | undefined {
      const opened = open(text, given);
      if (!opened) return undefined;
      const { file, options } = opened;
      const { block, offset } = blockOffsetAt(file, position);
      const hover = engine.hover(file, block, offset, options);
      const range = hover && rangesOf(file, block, [{ span: hover.span, newText: '' }])[0]?.range;
      return hover && range && { markdown: hover.markdown, range };
    },

    complete(text: string, position: Position, given?: FileOptions): readonly Completion[] {
      const opened = open(text, given);
      if (!opened) return [];
      const { file, options } = opened;
      const { block, offset } = blockOffsetAt(file, position);
      return engine
        .complete(file, block, offset, options)
        .items.map(({ label, kind, detail, edit, additionalEdits = [], isSnippet, filterText, sortText }) => ({
          label,
          kind,
          ...(detail !== undefined && { detail }),
          changes: [...rangesOf(file, block, [edit]), ...rangesOf(file, block, additionalEdits)],
          isSnippet,
          filterText,
          sortText,
        }))
        .sort((a, b) => (a.sortText < b.sortText ? -1 : a.sortText > b.sortText ? 1 : 0));
    },

    format(text: string, { indent = defaultFormat.tabSize, ...given }: LayoutOptions = {}): string {
      const opened = open(text, given);
      if (!opened) return text;
      const { file, options } = opened;
      const layout =
        indent === 'tab' ? { ...defaultFormat, insertSpaces: false } : { tabSize: indent, insertSpaces: true };
      const changed = new Map(engine.format(file, layout, options.context).map((one) => [one.block, one.text]));
      if (changed.size === 0) return text;
      return [...file.blocks].map((block, index) => changed.get(index) ?? block.text).join('');
    },

    fix(text: string, { isUnsafe = false, ...given }: FixOptions = {}): Fixed {
      const opened = open(text, given);
      if (!opened) return { text, count: 0 };
      const safe = engine.fixAll(opened.file, opened.options);
      const all = isUnsafe ? engine.fixAll(safe.file, opened.options, { isUnsafe: true }) : undefined;
      return { text: engine.textOf((all ?? safe).file), count: safe.count + (all?.count ?? 0) };
    },

    plan(text: string, given?: FileOptions): readonly Plan[] {
      const opened = open(text, given);
      return opened ? Array.from(engine.planAll(opened.file, opened.options), planOf) : [];
    },

    operations: ({ configuration }: Pick<FileOptions, 'configuration'> = {}) => {
      const byId = new Map<string, Pick<Operation, 'id' | 'title' | 'methods' | 'path'>>();
      for (const { id, title, method, path } of engine.requests(optionsOf(configuration).context)) {
        const methods = [...(byId.get(id)?.methods ?? []), method];
        byId.set(id, { id, title, methods, path });
      }
      return [...byId.values()];
    },

    describe(id: string, { configuration }: Pick<FileOptions, 'configuration'> = {}): Operation | undefined {
      const { context } = optionsOf(configuration);
      const operation = engine.operation(id, context);
      if (operation === undefined) return undefined;
      const { service, title, summary, methods, path, deprecated } = operation;
      const snippet = engine.requestSnippet(id, methods[0] ?? 'GET', context) ?? '';
      return { id, service, title, summary, methods, path, isDeprecated: deprecated !== undefined, snippet };
    },

    compareResources: (
      requests: readonly DeclaredRequest[],
      read: (path: string) => Promise<ReadAnswer>,
      given: CompareOptions,
    ) => compareResources(engine, requests, read, given),
  };
}

function findingOf({ rule, severity, message, range, provenance }: ReportedFinding): Finding {
  return { rule, severity, message, range, source: provenance };
}

/** Returns the edits of a block as changes of the text, in the order of the edits. */
function rangesOf(file: RequestFile, block: number, edits: readonly TextEdit[]): readonly TextChange[] {
  return edits.flatMap((edit) => fileEditsOf(file, block, [edit]).map(changeOf));
}

function changeOf({ start, end, newText }: FileEdit): TextChange {
  const range: Range = { start, end };
  return { range, newText };
}

function planOf(plan: RequestPlan): Plan {
  const { label, line = 0, method, endpoint, service, operation, isUnsafe, errors, variables, dependsOn = [] } = plan;
  return {
    label,
    line,
    method,
    target: written(plan.target),
    headers: plan.headers.map(({ name, value }) => [written(name), written(value)]),
    ...(endpoint !== undefined && { endpoint }),
    ...(service !== undefined && { service }),
    ...(operation !== undefined && { operation }),
    variables,
    dependsOn,
    isUnsafe,
    errors,
    problems: problemsOf(plan),
    ...(plan.needs && { needs: plan.needs.map(needOf) }),
    effects: (plan.effects ?? []).map(({ kind, message }) => ({ kind, message })),
  };
}

function needOf(need: RequestNeed): Need {
  return { ...membersOfNeed(need), message: needSentence(need), source: statementOf(need.provenance) };
}

function statementOf(provenance: Provenance): Statement {
  const link = linkOfSource(provenance);
  return {
    kind: provenance.kind,
    document: sourceName(provenance),
    section: placeInSource(provenance) ?? null,
    ...(link !== undefined && { link }),
  };
}
