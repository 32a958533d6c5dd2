import { featuresIn } from '../../domain/consent/feature';
import type { FeatureName } from '../../domain/consent/feature';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { GrantedTokens, Platform } from '../../platforms/Platform';
import { askConsent, featuresOf } from './consent';
import { notSeen, seen } from './step';
import type { Observation } from './step';
import { unwatched } from './unwatched';
import type { Walk } from './Walk';

/** The step that asks the owner for consent, and exchanges the code. @param take gets the tokens */
export async function seeConsent(
  walk: Walk,
  platform: Pick<Platform, 'oauth' | 'name' | 'permissions'>,
  take: (grant: GrantedTokens) => void,
): Promise<Observation> {
  const { oauth, name } = platform;
  const features = featuresOf(platform);
  const answer = await askConsent(walk, oauth, features);
  if (answer.kind === 'late') {
    const todo = `Run it again. If the page of ${name} showed an error, register ${walk.redirectUri} with the app.`;
    return notSeen('Nobody came back from the consent page in time.', todo);
  }
  if (answer.kind === 'refused')
    return notSeen(`The consent was refused (${walk.answers.mask(answer.reason)}).`, 'Run it again and allow all.');
  try {
    const { code, codeVerifier } = answer;
    const grant = await oauth.exchange(
      { code, codeVerifier, redirectUri: walk.redirectUri, features },
      unwatched().signal,
    );
    walk.answers.hide(grant.accessToken, grant.refreshToken);
    take(grant);
    return seen('The browser came back with our state and a code, and the code gave tokens.');
  } catch (error) {
    if (!(error instanceof PublishFailure) || error.code !== 'PERMISSION_DENIED') throw error;
    return notSeen(error.words.seen, 'Run it again and leave all boxes ticked.');
  }
}

/** The verdict on a promise that needs a feature which the owner has declined; null: the owner has allowed it. */
export function declined(
  { permissions }: Pick<Platform, 'permissions'>,
  { permissions: granted }: Pick<GrantedTokens, 'permissions'>,
  feature: FeatureName,
): Observation | null {
  if (featuresIn(permissions, granted)[feature] === 'granted') return null;
  return notSeen(`The feature ${feature} was not allowed.`, 'Run it again and leave all boxes ticked.');
}
