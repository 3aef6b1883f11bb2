export type { CredentialAnswer, CredentialsPort } from './credentials';
export type { FilesPort, ResponseWriter, WrittenFile, WrittenFiles } from './files';
export type { CookieJar, Difference, KeptCookie, ResponsesPort } from './responses';
export type { PreparePorts, SenderPorts } from './sender-ports';
export type { RateLimits, TransportPort } from './transport';
export type { ValuesPort } from './values';
export type { Judge, JudgedRequest, Judgement, WayPorts, WayQuestion, WaysPort } from './ways';
