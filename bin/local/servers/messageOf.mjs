/** The message of an error; anything may have been thrown. @param {unknown} error */
export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** The code by which Node names an error, such as ENOENT. @param {unknown} error */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
