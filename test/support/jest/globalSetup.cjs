/** Says once, and in one line, why tests that need a server are about to fail. */
module.exports = () => {
  if (process.env.TEST_DATABASE_URL && process.env.TEMPORAL_ADDRESS) return;
  process.stderr.write('\nNo servers to test with: tests that need one will fail. Use: npm test -- <path>\n');
};
