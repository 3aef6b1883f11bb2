/** What the service puts in place of `{{leader_index}}` is the name of the index that is followed. */
export const filledPlaceholders: readonly string[] = ['leader_index'];
