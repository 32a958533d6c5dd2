import { featuresIn } from '../../../domain/consent/feature';
import type { PlatformPermissions } from '../../../domain/consent/feature';
import { lackingFeatures } from '../../../domain/assignment/extras';
import type { FieldErrors, Payload } from '../../../domain/payload/payload';
import type { Publisher } from '../../../platforms/Publisher';

/**
 * The reasons, known before it is made, why a post will lack extras that its payload asks for. Pure.
 * @param granted the permissions of the connection, by the platform's names
 */
export function extraWarnings(
  { capabilities, extras }: Publisher,
  payload: Payload,
  { permissions, granted }: { permissions: PlatformPermissions; granted: readonly string[] },
): FieldErrors {
  const states = featuresIn(permissions, granted);
  const { comment } = extras ?? {};
  const obstacle = comment && payload[comment.field] !== undefined ? comment.obstacle?.(payload) : undefined;
  return {
    ...lackingFeatures(capabilities.extras ?? [], payload, (feature) => states[feature] === 'granted'),
    ...(comment && obstacle && { [`payload.${comment.field}`]: [`${obstacle.seen} ${obstacle.todo}`] }),
  };
}
