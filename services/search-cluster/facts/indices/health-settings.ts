import { durationFrom, flagSetting, fromClusterSettings, settingsFrom } from './setting-values';

const settings = settingsFrom(fromClusterSettings);
const shorterThan10s = '^(?:-|0+\\D*$|0*\\d\\s*s$|0*\\d{1,4}\\s*ms$|\\d{1,7}\\s*micros$|\\d{1,10}\\s*nanos$)';

/** Returns the settings of the health of nodes. */
export const ofHealth = () =>
  settings('health', [
    ['node.enabled', flagSetting, 'Whether a node collects the health of the others.', 'true'],
    ['periodic_logger.enabled', flagSetting, 'Whether the health is logged from time to time.', 'false'],
    [
      'reporting.local.monitor.interval',
      durationFrom('10s', shorterThan10s),
      'How often a node looks at its own health.',
      '"30s"',
    ],
  ]);
