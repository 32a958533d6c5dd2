import type { FailureWords } from '../../../domain/failures/PublishFailure';

const sendIt = 'download the file yourself and send it with create_upload';

/** The words for an address that only answers those who have logged in. */
export const loginWords: FailureWords = {
  seen: 'The address asks for a log-in.',
  todo: `Share the file with everybody who has the link, or ${sendIt}.`,
};

const warningWords: FailureWords = {
  seen: 'The address leads to a warning: its host could not look for viruses in the file.',
  todo: `The service does not go round such a warning: ${sendIt}.`,
};

const pageWordsOfAny: FailureWords = {
  seen: 'The address leads to a web page, not to a file.',
  todo: `Use the address of the file itself, as a download button has it, or ${sendIt}.`,
};

const warning = /virus[- ]scan|scan[^<]{0,60}\bvirus|\bvirus(?:es)?\b[^<]{0,60}\bscan/i;
const login = /type\s*=\s*["']?password|accounts\.google\.com\/[^"'\s]*signin|<title>[^<]*\b(?:sign|log)[ -]?in\b/i;

/** The words for a page that came in place of a file, by its beginning. Pure. */
export function pageWords(html: string): FailureWords {
  if (warning.test(html)) return warningWords;
  return login.test(html) ? loginWords : pageWordsOfAny;
}
