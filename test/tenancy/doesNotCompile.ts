import type { Sequelize, Transaction } from 'sequelize';
import type { Secrets } from '../../lib/secrets';
import { addExtra } from '../../channels/extras/addExtra';
import { lackingExtras, missingExtras } from '../../channels/extras/askedExtras';
import { Assignment } from '../../models/assignments/Assignment';
import { loadFound } from '../../models/assignments/store/found';
import { channelAccess } from '../../channels/channelAccess';
import { Connection } from '../../models/connections/Connection';
import { freshAccessToken, renewTokens } from '../../channels/connectionTokens';
import type { TokenRenewal } from '../../channels/connectionTokens';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { Membership } from '../../models/organizations/Membership';
import { Organization } from '../../models/organizations/Organization';
import { PostExtra } from '../../models/assignments/PostExtra';
import { resumePreparations } from '../../models/publishing/preparation';
import { PublishAttempt } from '../../models/assignments/PublishAttempt';
import { rotateApiKey } from '../../models/credentials/rotateApiKey';
import { UploadSession } from '../../models/uploads/UploadSession';
import { UploadUse } from '../../models/uploads/UploadUse';
import { WebhookAttempt } from '../../models/webhooks/WebhookAttempt';
import { WebhookDelivery } from '../../models/webhooks/WebhookDelivery';
import { rotateWebhookSecret, signingSecrets } from '../../models/webhooks/webhookSecrets';
import type { Platform } from '../../platforms/Platform';

type Extra = Parameters<typeof addExtra>;

interface Given {
  id: string;
  workspaceId: string;
  organizationId: string;
  renewal: TokenRenewal;
  platform: Platform;
  extra: { deps: Extra[0]; asked: Extra[1]; once: Omit<Extra[2], 'assignment'> };
  secrets: Secrets;
  sequelize: Sequelize;
  signal: AbortSignal;
  transaction: Transaction;
}

/**
 * Requests for a tenant's things by an id alone, which must not compile (models/README.md). Nothing runs them: the
 * compiler reports a line that it takes, because the error that the line expects is then missing.
 */
export async function askWithoutTenant(given: Given): Promise<void> {
  const { id, workspaceId, organizationId, renewal, secrets, sequelize, signal, transaction } = given;
  const { platform, extra } = given;
  const { columns, idempotencyScope } = { columns: { workspaceId }, idempotencyScope: workspaceId };
  const lease = { payload: {}, leaseSeconds: 1, settleSeconds: 1 };
  const alike = { workspaceId, organizationId, columns, idempotencyScope };
  // @ts-expect-error -- an object that looks like a tenant is none
  await Assignment.ofTenant(alike, id);
  // @ts-expect-error -- no tenant, and no assignment that was found
  await Assignment.storePayload(alike, { id }, {}, transaction);
  // @ts-expect-error -- no tenant
  await Connection.ofTenant(workspaceId, id);
  // @ts-expect-error -- no tenant
  await Organization.detail({ workspaceId, organizationId }, id);
  // @ts-expect-error -- no tenant
  await WebhookDelivery.ofTenant({ workspaceId, organizationId: null }, id);
  // @ts-expect-error -- no delivery that was found
  await WebhookAttempt.ofDelivery({ id });
  // @ts-expect-error -- no session that was found
  await UploadSession.read({ id });
  // @ts-expect-error -- no session that was found
  await UploadSession.begin({ id });
  // @ts-expect-error -- no session that was found
  await UploadSession.complete({ id });
  // @ts-expect-error -- no session that was found
  await UploadSession.end({ id }, transaction);
  // @ts-expect-error -- no session that was found
  await UploadSession.noteRemoved({ id });
  // @ts-expect-error -- no organization that the caller is in, has made or is invited to
  await Membership.add({ organizationId }, { userId: id, role: 'owner' }, transaction);
  // @ts-expect-error -- the same
  await Membership.isMember({ organizationId }, id, transaction);
  // @ts-expect-error -- an object that looks like a tenant is none
  await Membership.goesOn({ tenant: { workspaceId, organizationId }, userId: id });
  // @ts-expect-error -- no tenant
  await UploadUse.replace({ workspaceId }, { assignmentId: id, ids: [] }, transaction);
  // @ts-expect-error -- no assignment that was found
  await UploadUse.areThere({ id }, transaction);
  // @ts-expect-error -- no assignment that was found
  await UploadUse.ofThese({ id }, [], transaction);
  // @ts-expect-error -- no assignment that was found
  await PostExtra.done({ id });
  // @ts-expect-error -- no assignment that was found
  await lackingExtras({ id }, { extras: undefined, payload: {}, postId: id });
  // @ts-expect-error -- no assignment that was found
  await PostExtra.hasFailed({ id }, [], transaction);
  // @ts-expect-error -- no assignment that was found
  await PostExtra.forgetUndone({ id }, transaction);
  // @ts-expect-error -- no assignment that was found
  await PublishAttempt.isUpdateOpen({ id }, transaction);
  // @ts-expect-error -- no assignment that was found
  await PublishAttempt.beginUpdate({ id, generation: 1 }, lease, transaction);
  // @ts-expect-error -- no assignment that was found
  await PublishAttempt.endUpdate({ id }, { attemptId: 1, outcome: 'happened' }, transaction);
  // @ts-expect-error -- no tenant, and nothing that was found
  await CreditAccount.post({ workspaceId }, id, transaction);
  // @ts-expect-error -- no tenant, and nothing that was found
  await CreditAccount.void({ workspaceId }, id, transaction);
  // @ts-expect-error -- no assignment that was found
  await loadFound({ id }, transaction);
  // @ts-expect-error -- no connection that was found
  await resumePreparations({ id });
  // @ts-expect-error -- no connection that was found
  await renewTokens(renewal, { id }, signal);
  // @ts-expect-error -- no channel that was found
  channelAccess({ secrets }, { platform, channel: id, signal });
  // @ts-expect-error -- an object that looks like one is none
  channelAccess({ secrets }, { platform, channel: { id, connectionId: id }, signal });
  // @ts-expect-error -- no channel that was found
  await freshAccessToken(renewal, { connectionId: id }, signal);
  // @ts-expect-error -- no assignment that was found
  await missingExtras({ assignmentId: id, generation: 1 }, {}, {}, id);
  // @ts-expect-error -- no assignment that was found
  await addExtra(extra.deps, extra.asked, { ...extra.once, assignment: { assignmentId: id, generation: 1 } });
  // @ts-expect-error -- no tenant
  await rotateApiKey(sequelize, { workspaceId });
  // @ts-expect-error -- no tenant
  await rotateWebhookSecret({ workspaceId }, secrets);
  // @ts-expect-error -- no tenant, and no delivery
  await signingSecrets({ workspaceId }, secrets);
}
