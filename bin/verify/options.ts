import { parseArgs } from 'node:util';
import { parseUrl } from '../../domain/parseUrl';

/** The platforms that can be verified. */
export const verifiable = ['youtube', 'facebook', 'stripe'] as const;
export type Verifiable = (typeof verifiable)[number];

/** The command line. */
export interface Options {
  readonly platform: Verifiable;
  /** The page or channel on which it may publish; null: on none. */
  readonly publishTo: string | null;
  /** The page or channel of the walk; null: the only one. */
  readonly channelId: string | null;
  readonly isResumed: boolean;
  readonly exhaustQuota: boolean;
  readonly redirectUri: string;
  /** The file in which the redacted answers are kept. */
  readonly cassette: string | null;
  /** The cassette with which the answers are compared. */
  readonly compare: string | null;
  /** The file that a walk leaves for the walk of another day. */
  readonly state: string;
  /** The longest wait for a person, and for the processing of a video. */
  readonly minutes: number;
}

export const verifyUsage = `usage: verify <youtube|facebook|stripe>
  --publish ID        also the steps that others see, on this page or channel; what they make is removed at once
  --channel ID        the page or channel of all other steps; needed if the login has several
  --resume            the steps that need a day, 25 hours after the first walk
  --exhaust-quota     youtube: also uses up the units of the day, to see the refusal
  --redirect-uri URL  where the consent leads back to; http://localhost:8765/verify if left out
  --minutes N         the longest wait for you and for the processing of a video; 15 if left out
  --state FILE        what --resume needs; .data/verify/<platform>.json if left out
  --cassette FILE     keeps the answers, redacted
  --compare FILE      compares the answers with a cassette
It ends with 0 if all was seen, 1 if a promise is broken, 2 if not everything could be seen. See docs/verify.md.
`;

const minutesMax = 24 * 60;

/** @returns the options, or the fault in words; empty words where nothing was asked for */
export function readOptions(words: readonly string[]): Options | string {
  try {
    const { values, positionals } = parse(words);
    const platform = verifiable.find((name) => name === positionals[0]);
    if (!platform || positionals.length !== 1) return '';
    return faultOf(values) ?? optionsOf(platform, values);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @throws Error in words for an option that there is not */
function parse(words: readonly string[]) {
  return parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      publish: { type: 'string' },
      channel: { type: 'string' },
      resume: { type: 'boolean', default: false },
      'exhaust-quota': { type: 'boolean', default: false },
      'redirect-uri': { type: 'string', default: 'http://localhost:8765/verify' },
      minutes: { type: 'string', default: '15' },
      state: { type: 'string' },
      cassette: { type: 'string' },
      compare: { type: 'string' },
    },
  });
}

type Values = ReturnType<typeof parse>['values'];

function faultOf({ minutes, publish, channel, 'redirect-uri': redirectUri }: Values): string | null {
  const wait = Number(minutes);
  if (!(wait > 0 && wait <= minutesMax)) return `--minutes must be a number from 0 to ${minutesMax}`;
  if (!/^https?:/.test(redirectUri) || !parseUrl(redirectUri)) return '--redirect-uri must be an address';
  const isOne = publish === undefined || channel === undefined || publish === channel;
  return isOne ? null : '--publish and --channel name two channels';
}

function optionsOf(platform: Verifiable, values: Values): Options {
  const { publish = null, channel = null, cassette = null, compare = null } = values;
  return {
    platform,
    publishTo: publish,
    channelId: publish ?? channel,
    isResumed: values.resume,
    exhaustQuota: values['exhaust-quota'],
    redirectUri: values['redirect-uri'],
    minutes: Number(values.minutes),
    state: values.state ?? `.data/verify/${platform}.json`,
    cassette,
    compare,
  };
}
