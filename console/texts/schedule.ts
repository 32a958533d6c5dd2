/** The time at which a post goes live. */
export const texts = {
  label: 'When to publish',
  now: 'As soon as possible',
  later: 'At a specific time',
  dayLater: 'A day later',
  passed: 'This time has passed. The post goes live as soon as possible.',
  timeIn: (timezone: string) => `Time in ${timezone}`,
  yours: (time: string, timezone: string) => `${time} for you (${timezone}).`,
  zone: 'Time zone',
  ownZone: 'Your time zone',
  channelZones: 'Used for these channels',
  otherZones: 'All time zones',
  skipped: (skipped: string, actual: string) => `Clocks skip ${skipped} on that day. The post goes live at ${actual}.`,
  twice: (time: string) => `Clocks show ${time} twice on that day`,
};
