// Output that Node and libraries may write by themselves, at a signal of the test.
const { deprecate } = require('node:util');

process.once('SIGUSR2', () => {
  process.emitWarning('a planted warning', { code: 'PLANTED' });
  deprecate(() => undefined, 'a planted deprecation', 'PLANTED0001')();
  console.error('a planted line of a %s', 'library');
});
