import type { z } from 'zod';
import { ConfigError } from './settings/ConfigError';
import { readVariables } from './settings/readVariables';
import type { Variables } from './settings/readVariables';

/** The platforms of a build, each with the schema that reads its settings from the environment variables. */
export type Modules = Readonly<Record<string, { readonly settings: z.ZodType }>>;

/** The settings of the platforms that are offered. */
export type PlatformSettings<Build extends Modules> = {
  readonly [Slug in keyof Build]?: z.output<Build[Slug]['settings']>;
};

export function readPlatforms<Build extends Modules>(platforms: Build, given: Variables): PlatformSettings<Build>;
/**
 * Reads the settings of each platform that is offered: all of its settings are there that have no default (contract.md §11).
 * @throws ConfigError where some of them are there and others are not, and where no platform is offered
 */
export function readPlatforms(platforms: Modules, given: Variables): Record<string, unknown> {
  const missingOf = (names: readonly string[]): string[] => names.filter((name) => given[name] === undefined);
  const all = Object.entries(platforms).map(([slug, { settings }]) => ({ slug, settings, names: neededBy(settings) }));
  const offered = all.filter(({ names }) => names.length === 0 || missingOf(names).length < names.length);
  if (offered.length === 0) throw missing(all.map(({ names }) => names.join(' and ')).join(', or '), 'are');
  const faults = offered.flatMap(({ names }) => missingOf(names));
  if (faults.length > 0) throw missing(faults.join(' and '), faults.length > 1 ? 'are' : 'is');
  return Object.fromEntries(offered.map(({ slug, settings }) => [slug, readVariables(settings, given)]));
}

/** The variables that a schema misses where there are none. */
function neededBy(settings: z.ZodType): string[] {
  return (settings.safeParse({}).error?.issues ?? []).map(({ path }) => String(path[0]));
}

function missing(names: string, verb: 'is' | 'are'): ConfigError {
  return new ConfigError(`${names}: ${verb} missing (see .env.example)`);
}
