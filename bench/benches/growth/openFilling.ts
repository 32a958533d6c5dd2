import type { Workshop } from '../../Bench';
import { startReceiver } from '../../baseline/webhooks/startReceiver';
import { openPublisher } from '../../service/publisher';
import type { Publisher } from '../../service/publisher';
import { registerUser, workspaceOf } from '../../service/registerUser';
import type { TunedService } from '../../service/startTuned';
import { withDatabase } from '../../tools/withDatabase';
import { addChannels } from '../consoleList/fill';
import type { Filling } from './fill';
import { addOtherWorkspaces } from './made';
import { makeTemplates } from './templates';

/** A service that is ready to be filled. */
export interface OpenFilling {
  readonly publisher: Publisher;
  readonly service: TunedService;
  readonly filling: Filling;
  /** Of a session of the owner of the large workspace. */
  readonly token: string;
}

/** Starts the service with a large workspace, which a user owns, and small ones. */
export async function openFilling(workshop: Workshop): Promise<OpenFilling> {
  const receiver = await startReceiver(workshop);
  let person = { token: '', organizationId: '' };
  const publisher = await openPublisher(workshop, async (service) => {
    person = await registerUser(service);
    return (await workspaceOf(service, person)).workspaceId;
  });
  const { service, channel } = publisher;
  const { databaseUrl } = service;
  const templates = await makeTemplates(publisher, receiver);
  const ofWorkspace = { workspaceId: channel.workspaceId, organizationId: person.organizationId };
  const owner = await withDatabase(databaseUrl, async (client) => {
    const connectionIds = await addChannels(client, ofWorkspace);
    const made = { ...ofWorkspace, connectionId: channel.connectionId, connectionIds };
    await addOtherWorkspaces(client, made);
    return made;
  });
  return { publisher, service, token: person.token, filling: { databaseUrl, templates, owner } };
}
