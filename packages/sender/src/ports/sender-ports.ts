import type { CredentialsPort } from './credentials';
import type { FilesPort } from './files';
import type { ResponsesPort } from './responses';
import type { TransportPort } from './transport';
import type { ValuesPort } from './values';
import type { WaysPort } from './ways';

/** What a face brings to the sender: six ports, none of which knows of another. */
export interface SenderPorts {
  readonly values: ValuesPort;
  readonly credentials: CredentialsPort;
  readonly ways: WaysPort;
  readonly files: FilesPort;
  readonly responses: ResponsesPort;
  readonly transport: TransportPort;
}

/** The parts of the ports that fill in a request. */
export interface PreparePorts extends Pick<SenderPorts, 'values' | 'credentials' | 'ways'> {
  readonly files: Pick<FilesPort, 'readFile'>;
  readonly responses: Pick<ResponsesPort, 'answers' | 'cookies'>;
}
