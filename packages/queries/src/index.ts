// What reads queries in bodies. It is a part of its own, which the first query loads.

/** The languages that are read, by their names. */
export { queryLanguages } from './languages';
