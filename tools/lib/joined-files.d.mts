/** Joins the files of a script that are always evaluated together, and declares in their function what only they use. */
export function joinFiles(script: string): string;
