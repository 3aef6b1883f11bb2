// What is needed of undici, module by module: its entry point brings fetch, caches and WebSockets along, as much again.
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';

// The entry point does this, and with it a proxy opens tunnels.
Object.assign(Dispatcher.prototype, { connect });

export { Agent, buildConnector, Client, Pool, ProxyAgent };
