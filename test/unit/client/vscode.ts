// Stands for the module of the editor in unit tests: what files need that only make words.

/** The words in the language of the editor. */
export const l10n = {
  t: (text: string, ...values: readonly (string | number | boolean)[]): string =>
    text.replace(/\{(\d+)\}/g, (whole, index: string) => String(values[Number(index)] ?? whole)),
};

/** What is known of the editor. */
export const env = { language: 'en' };

/** The questions of the editor, each of which gets the next answer; without one, it is closed. */
export const asked: { readonly questions: string[]; readonly answers: string[] } = { questions: [], answers: [] };

export const window = {
  showWarningMessage: (question: string): Promise<string | undefined> => {
    asked.questions.push(question);
    return Promise.resolve(asked.answers.shift());
  },
};
