const { existsSync, readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** The duration of a file without a record, which may take long. */
const unrecordedSeconds = 3600;

/**
 * Starts the longest files first, so that no worker is left alone with a long file at the end. test/durations.json has the
 * durations; a file without one in this kind of run counts by another kind. `TEST_GROUP_DURATIONS` names a file of durations of groups.
 */
module.exports = class LongestFirst extends Sequencer {
  /** @param {ConstructorParameters<typeof Sequencer>[0]} options */
  constructor(options) {
    super(options);
    this.rootDir = options.globalConfig.rootDir;
  }

  /** @override @param {Parameters<Sequencer['sort']>[0]} tests */
  sort(tests) {
    const recorded = readDurations(join(this.rootDir, 'test', 'durations.json'));
    const { TEST_GROUP_DURATIONS: groups = '' } = process.env;
    const ofGroups = existsSync(groups) ? JSON.parse(readFileSync(groups, 'utf8')) : {};
    /** @param {{path: string}} test */
    const seconds = ({ path }) =>
      ofGroups[path] ?? recorded[relative(this.rootDir, path).replaceAll('\\', '/')] ?? unrecordedSeconds;
    return [...tests].sort((a, b) => seconds(b) - seconds(a));
  }
};

/** @param {string} file @returns {Record<string, number>} path → seconds */
function readDurations(file) {
  if (!existsSync(file)) return {};
  const kinds = JSON.parse(readFileSync(file, 'utf8'));
  return Object.assign({}, ...Object.values(kinds), kinds[process.env.TEST_COUNTS ?? 'few']);
}
