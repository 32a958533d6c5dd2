import type { Spend } from '../../domain/cost';
import { createSecrets, parseSecretsKeys, SecretsError } from '../../lib/secrets';
import type { Secrets } from '../../lib/secrets';
import { ConfigError } from '../../lib/settings/ConfigError';
import { readSettings } from '../../lib/settings/readVariables';
import type { Variables } from '../../lib/settings/readVariables';
import { publisherFor } from '../../platforms/index';
import { createFacebook } from '../../platforms/facebook/index';
import { facebookSettings } from '../../platforms/facebook/settings';
import { createYouTube } from '../../platforms/youtube/index';
import { youtubeSettings } from '../../platforms/youtube/settings';
import type { AnswerLog } from './answers/AnswerLog';
import { facebookSteps } from './facebook/steps';
import type { Options, Verifiable } from './options';
import type { Row, Step } from './step';
import { openStripeWalk } from './stripe/openStripeWalk';
import { stripeSteps } from './stripe/steps';
import { costsOf } from './table';
import { isAllowed, stepsOf, walkSteps } from './walkSteps';
import type { Walk } from './Walk';
import type { Sealing } from './youtube/YouTubeWalk';
import { youtubeSteps } from './youtube/steps';

/** A walk that is ready to begin. */
export interface WalkAccess {
  readonly answers: AnswerLog;
  /** The cost, in a sentence. */
  readonly costs: string;
  /** The steps that need a day. */
  readonly dayIds: readonly string[];
  readonly walk: () => Promise<Row[]>;
}

type Base = (bases: readonly string[]) => Walk;

/** Reads the settings of the platform, and no others. @throws ConfigError */
export function openWalk(options: Options, environment: Variables, base: Base): WalkAccess {
  return openings[options.platform](options, environment, base);
}

const openings: Readonly<Record<Verifiable, (options: Options, environment: Variables, base: Base) => WalkAccess>> = {
  youtube: openYouTube,
  facebook: openFacebook,
  stripe: openStripe,
};

function openStripe(options: Options, environment: Variables, base: Base): WalkAccess {
  return opened(options, stripeSteps, openStripeWalk(environment, base));
}

function openYouTube(options: Options, environment: Variables, base: Base): WalkAccess {
  const settings = readSettings(youtubeSettings, environment);
  const platform = createYouTube(settings);
  const { authBase, tokenBase, apiBase, uploadBase, clientSecret } = settings;
  const walk = base([authBase, tokenBase, apiBase, uploadBase]);
  walk.answers.hide(clientSecret);
  return opened(options, youtubeSteps, {
    ...walk,
    settings,
    platform,
    publisher: publisherFor(platform, 'video'),
    sealing: sealingOf(environment),
    spend: unlimited,
  });
}

function openFacebook(options: Options, environment: Variables, base: Base): WalkAccess {
  const settings = readSettings(facebookSettings, environment);
  const platform = createFacebook(settings);
  const { dialogBase, graphBase, ruploadBase, appSecret } = settings;
  const walk = base([dialogBase, graphBase, ruploadBase]);
  walk.answers.hide(appSecret);
  return opened(options, facebookSteps, { ...walk, settings, platform, made: new Map() });
}

/** The walk is the operator's own: the count of the service does not hold it back. */
const unlimited: Spend = async () => undefined;

function opened<Context extends Walk>(
  { platform, publishTo, exhaustQuota, isResumed }: Options,
  steps: readonly Step<Context>[],
  context: Context,
): WalkAccess {
  const leave = { publishTo, exhaustQuota };
  const tried = stepsOf(steps, isResumed).filter((step) => isAllowed(step, { ...leave, isResumed }));
  const rest = tried.some(({ exhaustsQuota }) => exhaustsQuota) ? ' Then it uses up all units of the day.' : '';
  return {
    answers: context.answers,
    costs: `${tried.length} of ${steps.length} steps of ${platform}. ${costsOf(tried)}${rest}`,
    dayIds: steps.flatMap(({ id, needsDay }) => (needsDay ? [id] : [])),
    walk: async () => walkSteps(platform, steps, context, leave),
  };
}

const place = 'verify/youtube/refresh_token';

/** Null where there is no SECRETS_KEY. @throws ConfigError */
function sealingOf({ SECRETS_KEY: keys = '' }: Variables): Sealing | null {
  if (keys.trim() === '') return null;
  const secrets = createSecrets(keysOf(keys));
  return {
    seal: (plain) => secrets.encrypt(plain, place),
    open: (sealed) => openSealed(secrets, sealed),
  };
}

function openSealed(secrets: Secrets, sealed: string): string | null {
  try {
    return secrets.decrypt(sealed, place);
  } catch (error) {
    if (error instanceof SecretsError) return null;
    throw error;
  }
}

function keysOf(text: string) {
  try {
    return parseSecretsKeys(text);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new ConfigError(`SECRETS_KEY: ${error.message} (see .env.example)`);
  }
}
