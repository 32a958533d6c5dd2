/** Tests run on real servers: `bin/test.mjs` starts them and hands their addresses over in the environment. */
module.exports = {
  testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts', '!**/*.{deep,full}.test.ts'],
  testSequencer: '<rootDir>/test/support/jest/sequencer.cjs',
  globalSetup: '<rootDir>/test/support/jest/globalSetup.cjs',
  setupFiles: ['<rootDir>/test/support/jest/pace.ts'],
  resolver: '<rootDir>/test/support/jest/resolver.cjs',
  transform: { '^.+\\.m?[jt]s$': ['@swc/jest', { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } }] },
  transformIgnorePatterns: [
    '/node_modules/(?!(uuid|jose|oauth4webapi|openid-client|pkce-challenge|file-type|strtok3|token-types|uint8array-extras|@tokenizer|@borewit|@tus|srvx)/)',
  ],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  // No test is judged by the clock; only an endless test fails by it.
  testTimeout: 300_000,
  // Many tests wait: two cores are busy for four fifths of the time with three workers, and all the time with four.
  maxWorkers: 4,
  // A file leaves some 40 MB behind, whatever it ends. Near its limit a process stands still for 10 s at a time to look for space.
  workerIdleMemoryLimit: '1GB',
};
