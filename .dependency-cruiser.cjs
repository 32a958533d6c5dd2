/** Rules for packages, which the linter cannot see. The rules between our own folders are in `.oxlintrc.json` and `bin/rooms.mjs`. */
module.exports = {
  forbidden: [
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
      to: { dependencyTypes: ['core', 'npm'], pathNot: 'node_modules/(zod|file-type)/' },
    },
    {
      name: 'no-dev-dependencies',
      severity: 'error',
      from: { pathNot: '^(test|bench|bin/(docs|bundle|bench|pictures|screenshots))' },
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
