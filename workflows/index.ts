/** The bundle of the workers: the workflows, under the names by which they are started. */
export { connectChannel } from './connectChannel';
export { deliverWebhook } from './deliverWebhook';
export { cleanUp, readSubscriptions, reconcileAll, refreshTokens, snapshotChannels } from './housekeeping';
export { mailInvitation } from './mailInvitation';
export { publishAssignment } from './publishAssignment';
export { retireConnection } from './retireConnection';
