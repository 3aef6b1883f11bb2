/** A request of a story; a list is sent as lines of JSON. */
interface Step {
  method: string;
  path: string;
  body?: object | string | (object | string)[];
  headers?: Record<string, string>;
}

/** What each of the stories begins with. */
export const before: readonly Step[];

export const queries: { area: string; stories: () => { name: string; steps: Step[] }[] };
