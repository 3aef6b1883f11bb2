import { evaluateAsserts } from '../../engine/src/index';
import { createConnectionSource } from './connection-options';
import { createCookieJar } from './cookie-jar';
import { createTokens } from './oauth';
import { createTransport } from './transport';

/** The HTTP client, the cookies, the tokens and the asserts. They are large, so that the extension loads them with the first request, from the parts of the programs. */
export const sending = { createTransport, createCookieJar, createConnectionSource, createTokens, evaluateAsserts };
