/** A text as it is compared with a text that a platform shows: platforms change its line ends, its form and its edges. */
export function comparable(text: string): string {
  return text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim();
}
