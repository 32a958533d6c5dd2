/**
 * Features: abilities that need permissions beyond those of publishing, so that their owner allows or refuses each of
 * them (contract.md §4). Every platform has some of them: `PlatformFacts.permissions`.
 */
export const featureNames = ['comments', 'captions', 'insights', 'businessPages'] as const;
export type FeatureName = (typeof featureNames)[number];

export const featureStates = ['granted', 'missing'] as const;
export type FeatureState = (typeof featureStates)[number];

/** The permissions of a platform, by its own names for them. */
export interface PlatformPermissions {
  /** Every connection has these: a consent without one of them connects nothing. */
  readonly base: readonly string[];
  readonly features: readonly Feature[];
}

/** A feature of a platform. */
export interface Feature {
  readonly name: FeatureName;
  /** All of them are needed. */
  readonly permissions: readonly string[];
  /** True: without it the platform does not list all channels of a login. */
  readonly listsChannels?: true;
}

/** The permissions that a consent asks for, each once. */
export function permissionsFor({ base, features }: PlatformPermissions, asked: readonly FeatureName[]): string[] {
  const ofFeatures = features.filter(({ name }) => asked.includes(name)).flatMap(({ permissions }) => permissions);
  return [...new Set([...base, ...ofFeatures])];
}

/** Every feature of a platform, and whether these permissions have it. */
export function featuresIn(
  { features }: Pick<PlatformPermissions, 'features'>,
  granted: readonly string[],
): Partial<Record<FeatureName, FeatureState>> {
  const stateOf = ({ permissions }: Feature): FeatureState =>
    permissions.every((one) => granted.includes(one)) ? 'granted' : 'missing';
  return Object.fromEntries(features.map((feature) => [feature.name, stateOf(feature)]));
}

/** The features that these permissions have or lack, in the order of the platform. */
export function featuresThatAre(
  state: FeatureState,
  platform: Pick<PlatformPermissions, 'features'>,
  granted: readonly string[],
): FeatureName[] {
  const { features } = platform;
  const states = featuresIn(platform, granted);
  return features.map(({ name }) => name).filter((name) => states[name] === state);
}
