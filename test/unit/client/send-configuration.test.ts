import { describe, expect, it } from 'vitest';
import { createConfigurationSender } from '../../../client/src/server/send-configuration';
import { defaultConfiguration } from '../../../packages/sender/src/configuration/index';

type Listener = () => void;

/** A client whose state the test changes, and a configuration that counts its changes. */
function play() {
  const changed: Listener[] = [];
  const stateChanged: Listener[] = [];
  const sent: unknown[] = [];
  let version = 0;
  let isRunning = false;
  const listen = (list: Listener[]) => (listener: Listener) => {
    list.push(listener);
    return { dispose: () => undefined };
  };
  const sender = createConfigurationSender({
    all: () => ({ configuration: defaultConfiguration, folders: [], documents: [String(version)] }) as never,
    onChange: listen(changed) as never,
  });
  sender.follow({
    isRunning: () => isRunning,
    sendNotification: ((_: unknown, params: unknown) => {
      sent.push(params);
      return Promise.resolve();
    }) as never,
    onDidChangeState: listen(stateChanged) as never,
  });
  return {
    sent,
    initialize: sender.parameters,
    change: () => {
      version++;
      for (const listener of changed) listener();
    },
    enter: (running: boolean) => {
      isRunning = running;
      for (const listener of stateChanged) listener();
    },
  };
}

describe('the configuration of the language server', () => {
  it('is sent again when it changes while the server starts', () => {
    const { sent, initialize, change, enter } = play();
    initialize();
    change();
    expect(sent).toEqual([]);
    enter(true);
    expect(sent).toEqual([expect.objectContaining({ documents: ['1'] })]);
  });

  it('is sent once for each change, and not again with a state', () => {
    const { sent, initialize, change, enter } = play();
    initialize();
    enter(true);
    expect(sent).toEqual([]);
    change();
    enter(true);
    expect(sent).toHaveLength(1);
    enter(false);
    change();
    initialize();
    enter(true);
    expect(sent).toHaveLength(1);
  });
});
