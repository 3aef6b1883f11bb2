/** The shells for which there is a completion. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

/** A shell for which there is a completion. */
export type Shell = (typeof shells)[number];
