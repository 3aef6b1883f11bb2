import { problem, type Problem } from './problem';

type Members = Readonly<Record<string, unknown>>;

const prefix = 'index.analysis.';

/** Analyzers that servers have without plugins, by the names of their types. */
const standardAnalyzers = `default standard simple whitespace stop keyword pattern snowball fingerprint arabic armenian
  basque bengali brazilian bulgarian catalan chinese cjk czech danish dutch english estonian finnish french galician
  german greek hindi hungarian indonesian irish italian latvian lithuanian norwegian persian portuguese romanian
  russian serbian sorani spanish swedish thai turkish`.split(/\s+/);

const standardTokenizers = `standard letter lowercase whitespace uax_url_email classic thai ngram edge_ngram keyword
  pattern simple_pattern simple_pattern_split char_group path_hierarchy PathHierarchy nGram edgeNGram`.split(/\s+/);

/** Returns why a server cannot build the analyzers that the settings of an index define. */
export function refuseAnalysis(settings: Members): Problem | undefined {
  const [analyzers, tokenizers] = [namedIn(settings, 'analyzer'), namedIn(settings, 'tokenizer')];
  for (const name of analyzers) {
    const [type, tokenizer] = ['type', 'tokenizer'].map((part) => settings[`${prefix}analyzer.${name}.${part}`]);
    if (typeof type === 'string' && type !== 'custom') {
      if (!standardAnalyzers.includes(type)) return problem(`Unknown analyzer type [${type}] for [${name}]`);
    } else if (typeof tokenizer !== 'string') {
      return problem(`Custom Analyzer [${name}] must be configured with a tokenizer`);
    } else if (![...standardTokenizers, ...tokenizers].includes(tokenizer)) {
      return problem(`Custom Analyzer [${name}] failed to find tokenizer under name [${tokenizer}]`);
    }
  }
  return undefined;
}

/** Returns the names of all analyzers that fields of an index with these settings can have. */
export function analyzersIn(settings: Members): readonly string[] {
  return [...standardAnalyzers, ...namedIn(settings, 'analyzer')];
}

function namedIn(settings: Members, part: 'analyzer' | 'tokenizer'): readonly string[] {
  const start = `${prefix}${part}.`;
  const names = Object.keys(settings).flatMap((key) =>
    key.startsWith(start) ? (key.slice(start.length).split('.', 1)[0] ?? []) : [],
  );
  return [...new Set(names)];
}
