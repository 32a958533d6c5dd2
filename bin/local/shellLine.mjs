/** The words as one line that any POSIX shell reads as meant. @param {readonly string[]} words */
export function shellLine(words) {
  return words.map(quote).join(' ');
}

/** @param {string} word */
function quote(word) {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
