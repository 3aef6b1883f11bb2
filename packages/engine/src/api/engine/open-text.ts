import type { Engine as WholeEngine, CheckOptions } from '../../model';
import { associateBody } from '@rulebook/sender/configuration/associate-body';
import {
  chosenServicesOf,
  defaultConfiguration,
  parseConfiguration,
  type Configuration,
} from '@rulebook/sender/configuration/configuration';
import { isMarkdownName } from '@rulebook/request-file/syntax/request-file-name';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import type { FileOptions } from './model';

/** A text as the engine reads it. */
export interface OpenedText {
  readonly file: RequestFile;
  readonly options: CheckOptions;
}

/** Texts and configurations that were opened last: whoever asks about one usually asks again. */
const maxKept = 16;

/** Returns functions that open texts and configurations, and remember the last ones. */
export function createOpening(engine: WholeEngine) {
  const configurations = createLast(
    maxKept,
    (text: string): { configuration: Configuration; options: CheckOptions } => {
      const { configuration } =
        text === '' ? { configuration: defaultConfiguration } : parseConfiguration(text, { ruleIds: idsOf(engine) });
      const { endpoints, defaults, rules } = configuration;
      const chosenServices = chosenServicesOf(configuration);
      return { configuration, options: { context: { endpoints, defaults, chosenServices }, severities: rules } };
    },
  );
  const requests = createLast(maxKept, (text: string) => engine.openFile(text));
  const markdown = createLast(maxKept, (text: string) => engine.openMarkdown(text));
  return {
    /** Returns how texts are checked under the text of a `rulebook.json`. */
    optionsOf: (configuration = ''): CheckOptions => configurations(configuration).options,
    /** Opens a text; undefined for a JSON file that is not the body of a known request. */
    open(text: string, { path = '', configuration: written = '' }: FileOptions = {}): OpenedText | undefined {
      const { configuration, options } = configurations(written);
      if (/\.jsonc?$/i.test(path)) {
        const association = associateBody(path, text, configuration);
        return association && { file: engine.openBody(text, association), options };
      }
      return { file: isMarkdownName(path) ? markdown(text) : requests(text), options };
    },
  };
}

/** Returns the ids of the engine's rules. */
export function idsOf({ rules }: Pick<WholeEngine, 'rules'>): readonly string[] {
  return rules.map(({ id }) => id);
}

/** Keeps the results for the arguments that were used last. */
function createLast<Result>(most: number, make: (text: string) => Result): (text: string) => Result {
  const kept = new Map<string, Result>();
  return (text) => {
    const result = kept.get(text) ?? make(text);
    kept.delete(text);
    kept.set(text, result);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return result;
  };
}
