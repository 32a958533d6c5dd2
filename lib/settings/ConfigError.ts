/** A setting is missing or malformed. The message is one line with its name and its expected form. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
