// The files of OpenTelemetry that a process has loaded, and the packages that have asked for them, written at its end.
const { writeFileSync } = require('node:fs');

const packageOf = (file = '') => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file;

process.once('exit', () => {
  const loaded = Object.values(require.cache).filter(({ filename }) => filename.includes('/@opentelemetry/'));
  const lines = loaded.map(({ filename, parent }) => `${packageOf(filename)} by ${packageOf(parent?.filename)}`);
  writeFileSync(process.env.LOADED_MODULES, JSON.stringify([...new Set(lines)].sort()));
});
