// What reads GraphQL. It is a part of its own, which the first document loads.

/** Documents, variables and schemas of GraphQL, by the reference library. */
export { graphqlReader } from './reader';
/** What the engine asks of it. */
