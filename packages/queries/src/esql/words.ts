/** Words that are no names of columns. */
export const reserved: ReadonlySet<string> = new Set('AND OR NOT IN IS LIKE RLIKE BY ASC DESC NULLS'.split(' '));
