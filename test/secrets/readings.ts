/** The depth to which encodings may be nested: a token in base64 in JSON in a URL in JSON. */
const depthMax = 5;
/** Shorter runs hide no secret worth the name. */
const runMin = 16;

/**
 * A text as it stands, and everything that can be read out of it: base64 and base64url (from each of the four places
 * where it may have begun), hexadecimal, percent-encoding, HTML entities and the escapes of JSON, one within the other.
 * Bytes are read as Latin-1, so that nothing of them is lost.
 */
export function readings(text: string): string {
  const seen = new Set<string>();
  const read = [text];
  let next = [text];
  for (let depth = 0; depth < depthMax && next.length > 0; depth += 1) {
    const bytes = next.flatMap((one) => [...decodeBase64(one, seen), ...decodeHex(one, seen)]).join('\n');
    // Random bytes make no text; only a text may hold another encoding.
    const texts = (bytes.match(/[\x20-\x7e]{12,}/g) ?? []).join('\n');
    const plainer = next.map((one) => decodeEntities(decodePercent(unescapeJson(one))));
    next = [...plainer.filter((one, index) => one !== next[index]), ...(texts === '' ? [] : [texts])];
    read.push(bytes, ...next);
  }
  return read.join('\n');
}

function unescapeJson(text: string): string {
  const named: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g, (_all, code?: string, sign = '') =>
    code === undefined ? (named[sign] ?? sign) : String.fromCharCode(parseInt(code, 16)),
  );
}

function decodePercent(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})/g, (_all, code: string) => String.fromCharCode(parseInt(code, 16)));
}

function decodeEntities(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  return text
    .replace(/&#x([0-9a-f]{1,6});/gi, (_all, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/&#(\d{1,7});/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => named[name]!);
}

function decodeBase64(text: string, seen: Set<string>): string[] {
  return newRuns(text, /[A-Za-z0-9+/_-]+/g, seen).flatMap((run) =>
    [0, 1, 2, 3].map((offset) => Buffer.from(run.slice(offset), 'base64').toString('latin1')),
  );
}

function decodeHex(text: string, seen: Set<string>): string[] {
  return newRuns(text, /[0-9a-fA-F]+/g, seen).flatMap((run) =>
    [0, 1].map((offset) => Buffer.from(run.slice(offset), 'hex').toString('latin1')),
  );
}

/** Each run once, however often it is repeated. */
function newRuns(text: string, pattern: RegExp, seen: Set<string>): string[] {
  const runs = [...new Set(text.match(pattern))].filter((run) => run.length >= runMin);
  const fresh = runs.filter((run) => !seen.has(pattern.source + run));
  for (const run of fresh) seen.add(pattern.source + run);
  return fresh;
}
