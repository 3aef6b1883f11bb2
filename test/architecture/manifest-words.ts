/** What is wrong with the texts of a manifest. */
export interface ManifestProblems {
  /** The paths of texts that are in the manifest itself. */
  readonly literal: readonly string[];
  /** Keys of the manifest without a text. */
  readonly missing: readonly string[];
  /** Texts that the manifest does not use. */
  readonly unused: readonly string[];
}

/** The members that the editor shows. */
const shown = new Set([
  ...['title', 'shortTitle', 'category', 'name', 'contents', 'label', 'description', 'markdownDescription', 'altText'],
  ...['enumDescriptions', 'markdownEnumDescriptions', 'deprecationMessage', 'markdownDeprecationMessage', 'tooltip'],
]);

/** Returns what is wrong with the texts of package.json and package.nls.json. */
export function problemsOfManifest(manifest: unknown, words: Readonly<Record<string, string>>): ManifestProblems {
  const literal: string[] = [];
  const used = new Set<string>();
  const visit = (value: unknown, path: readonly string[], isShown: boolean) => {
    if (typeof value === 'string') {
      const key = /^%(.+)%$/.exec(value)?.[1];
      if (key !== undefined) used.add(key);
      // The name of a tool is how models call it.
      else if (isShown && path.at(-3) !== 'languageModelTools') literal.push(path.join('.'));
    } else if (Array.isArray(value)) {
      value.forEach((one, index) => {
        visit(one, [...path, String(index)], isShown);
      });
    } else if (typeof value === 'object' && value !== null) {
      // What is in `properties` are names of settings.
      const areNames = path.at(-1) === 'properties';
      for (const [name, one] of Object.entries(value)) visit(one, [...path, name], !areNames && shown.has(name));
    }
  };
  visit(manifest, [], false);
  return {
    literal,
    missing: [...used].filter((key) => !Object.hasOwn(words, key)),
    unused: Object.keys(words).filter((key) => !used.has(key)),
  };
}
