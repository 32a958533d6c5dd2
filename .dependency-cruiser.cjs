/** The dependency rules of ARCHITECTURE.md, as a second wall behind the linter. */
const layers = {
  domain: [],
  lib: ['domain'],
  platforms: ['domain', 'lib'],
  models: ['domain', 'lib'],
  outbox: ['domain', 'lib', 'models'],
  workflows: ['domain'],
  activities: ['domain', 'lib', 'platforms', 'models', 'outbox'],
  api: ['domain', 'lib', 'platforms', 'models', 'outbox'],
  bin: ['domain', 'lib', 'platforms', 'models', 'outbox', 'workflows', 'activities', 'api'],
  sandbox: [],
  bench: [],
};

/** Folders of which only the types may be imported; the linter sees to that part, this run cannot tell types apart. */
const typesOnly = {
  models: ['platforms'],
  outbox: ['workflows'],
  workflows: ['activities'],
  activities: ['workflows'],
  api: ['workflows'],
};

const ours = Object.keys(layers);

module.exports = {
  forbidden: [
    ...ours.map((folder) => {
      const allowed = [folder, ...layers[folder], ...(typesOnly[folder] ?? [])];
      return {
        name: `${folder}-imports`,
        severity: 'error',
        comment: `${folder}/ may import ${layers[folder].join(', ') || 'nothing of ours'}`,
        from: { path: `^${folder}/` },
        to: { path: `^(${ours.join('|')})/`, pathNot: `^(${allowed.join('|')})/` },
      };
    }),
    {
      name: 'workflows-are-deterministic',
      severity: 'error',
      from: { path: '^workflows/' },
      to: { dependencyTypes: ['core', 'npm'], pathNot: 'node_modules/@temporalio/(workflow|common)/' },
    },
    {
      name: 'domain-is-pure',
      severity: 'error',
      from: { path: '^domain/' },
      to: { dependencyTypes: ['core', 'npm'], pathNot: 'node_modules/zod/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-dev-dependencies',
      severity: 'error',
      from: { pathNot: '^(test|bench|bin/(docs|bundle|bench))' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|test|bench/results)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.js', '.json'],
      conditionNames: ['node', 'import', 'require', 'default'],
    },
  },
};
