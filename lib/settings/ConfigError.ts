/** A setting is missing or malformed. The message is one line that names it and says what it should look like. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
