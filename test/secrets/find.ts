import { readings } from './readings';

/** A credential that opens something. */
export interface Secret {
  /** The name under which a find is reported. */
  name: string;
  value: string;
}

/** A place that people may read. */
export interface Sink {
  name: string;
  text: string;
  /** The name of the secret that may stand there. */
  mayHold?: string;
}

/** So much of a secret, in one piece, is as good as the whole: its end, and the middle of a long one. */
const pieceLength = 16;
const longFrom = 24;

/** @returns `<secret> in <sink>`, once each, for every secret that can be read in a sink in whatever encoding */
export function find(secrets: readonly Secret[], sinks: readonly Sink[]): string[] {
  return sinks.flatMap(({ name: sink, text, mayHold }) => {
    const read = readings(text);
    const found = secrets.filter(({ value }) => piecesOf(value).some((piece) => read.includes(piece)));
    const names = found.map(({ name }) => name).filter((name) => name !== mayHold);
    return [...new Set(names)].map((name) => `${name} in ${sink}`);
  });
}

function piecesOf(value: string): string[] {
  if (value.length < longFrom) return [value];
  const middle = Math.floor((value.length - pieceLength) / 2);
  return [value.slice(middle, middle + pieceLength), value.slice(-pieceLength)];
}
