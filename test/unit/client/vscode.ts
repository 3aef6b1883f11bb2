// Stands for the module of the editor in unit tests: what files need that only make words.

/** The words in the language of the editor. */
export const l10n = {
  t: (text: string, ...values: readonly (string | number | boolean)[]): string =>
    text.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole)),
};

/** What is known of the editor. */
export const env = { language: 'en' };
