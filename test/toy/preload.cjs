/**
 * Adds the toy to a built process of the service or of the sandbox, before its first module loads. The toy's sources are
 * compiled as they are required; their imports of the service come from dist/, which that process runs.
 */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, relative, resolve, sep } = require('node:path');
const { isMainThread } = require('node:worker_threads');

const root = join(__dirname, '..', '..');
const dist = join(root, 'dist');
const isToys = (file) => file.startsWith(__dirname + sep);

function addToy() {
  const { transformSync } = require('@swc/core');
  const options = { module: { type: 'commonjs' }, jsc: { target: 'es2023', parser: { syntax: 'typescript' } } };
  Module['_extensions']['.ts'] = (module, filename) =>
    module['_compile'](transformSync(readFileSync(filename, 'utf8'), { ...options, filename }).code, filename);
  const find = Module['_resolveFilename'];
  Module['_resolveFilename'] = (request, parent, ...rest) => {
    const isOurs = request.startsWith('.') && parent?.filename !== undefined && isToys(parent.filename);
    if (!isOurs) return find(request, parent, ...rest);
    const path = resolve(dirname(parent.filename), request);
    return find(isToys(path) ? path : join(dist, relative(root, path)), parent, ...rest);
  };
  const program = relative(dist, process.argv[1] ?? '');
  if (program.startsWith('sandbox')) {
    const { platformModules } = require(join(dist, 'sandbox', 'platforms.js'));
    platformModules.toy = require('./sandbox/index.ts').toy;
  } else if (program.startsWith('bin')) {
    require('./register.ts').registerToy(require(join(dist, 'platforms', 'index.js')).platformModules);
  }
}

if (isMainThread) addToy();
