import { checkPayload } from '../../../domain/payload/payload';
import { localTime } from '../../faces/localTime';
import { Connection } from '../../../models/connections/Connection';
import { timeZoneOf } from '../../../models/users/timeZoneOf';
import { ownPicture } from '../../../platforms/ownPicture';
import { userIdOf } from '../../auth/Principal';
import { defineUseCase } from '../../useCase';
import type { TenantContext } from '../../useCase';
import type { AssignmentDeps } from '../deps';
import { CreateAssignmentInput } from '../schema';
import { previewPicture } from './previewPicture';
import { judgeMalformed, judgeRequest, validateAssignment } from './validateAssignment';
import type { AssignmentValidation } from './validateSchema';

/** A post as its person sees it before it is made. */
export interface Preview {
  validation: AssignmentValidation;
  /** Null: it would be published at once. */
  scheduledAt: Date | null;
  /** The time of publication in the zone of the person, or of the workspace. */
  local: { timeZone: string; time: string | null };
  /** A small JPEG; null: the post has no picture before it is live, or none that can be read. */
  picture: Uint8Array | null;
}

/** Shows what create would make of a request: its judgement, its price, its time and its picture. Makes nothing, and is free. */
export const previewPost = defineUseCase({
  name: 'previewPost',
  action: 'assignment.read',
  summary: 'A post as it would be published, without publishing it',
  input: CreateAssignmentInput,
  refuses: validateAssignment.refuses,
  run: async (context: TenantContext<AssignmentDeps>, request): Promise<Preview> => {
    const validation = await judgeRequest(context, request);
    const { deps, principal, signal } = context;
    const { tenant } = principal;
    const url = await pictureUrl(context, request);
    const [timeZone, picture] = await Promise.all([
      timeZoneOf(tenant, userIdOf(principal)),
      url === null || !validation.valid ? null : previewPicture(deps, { tenant, url, request }, signal),
    ]);
    const { scheduledAt } = request;
    return { validation, scheduledAt, local: localOf(timeZone, scheduledAt), picture };
  },
  runMalformed: async (context, errors, given): Promise<Preview> => {
    const { tenant } = context.principal;
    const [validation, timeZone] = await Promise.all([
      judgeMalformed(context, errors, given),
      timeZoneOf(tenant, userIdOf(context.principal)),
    ]);
    return { validation, scheduledAt: null, local: localOf(timeZone, null), picture: null };
  },
});

function localOf(timeZone: string, scheduledAt: Date | null): Preview['local'] {
  return { timeZone, time: scheduledAt && localTime(scheduledAt, timeZone) };
}

/** The address of the picture that the post has before it is live. */
async function pictureUrl(
  { deps, principal }: TenantContext<AssignmentDeps>,
  { connectionId, type, payload: given, ...post }: CreateAssignmentInput,
): Promise<string | null> {
  const connection = await Connection.ofTenant(principal.tenant, connectionId);
  const publisher = connection && deps.platforms.get(connection.platform)?.publishers.get(type);
  if (!publisher) return null;
  const { payload } = checkPayload(publisher.capabilities.payloadFields, given);
  return ownPicture(publisher, { ...post, payload });
}
