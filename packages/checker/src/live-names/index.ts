/** What endpoints are asked for while a user writes. */
export type { AskedNames, KnownNames, NameList } from '@rulebook/catalogue/name-lists';
/** Whether an endpoint may be asked. */
export { mayAskNames } from './may-ask';
/** The names that a request has, with the lists that they are from. */
export { nameUsesIn } from './name-uses';
/** Where names are asked for. */
export { namesPlaceOf } from './asked-names';
