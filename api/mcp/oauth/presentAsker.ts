import { isLoopback } from '../../../domain/mcp';
import type { RegisteredClient } from '../../../models/mcp/McpClient';
import { html } from '../../http/html';
import type { Html } from '../../http/html';

export interface Asker {
  readonly client: Pick<RegisteredClient, 'name'>;
  readonly redirectUri: string;
}

/** Who asks, and where the answer goes. */
export function presentAsker({ client, redirectUri }: Asker): Html {
  return html`<p>
      ${client.name === null ? html`An app without a name` : html`An app that calls itself <strong><bdi>${client.name}</bdi></strong>`}
      wants to use this service for you or your workspace. Nobody has verified who it is.
    </p>
    <h2>Where you are sent</h2>
    ${presentTarget(redirectUri)}`;
}

/** The host, since names in front of it or paths behind it can pretend to be another one. */
function presentTarget(redirectUri: string): Html {
  const { protocol, host } = new URL(redirectUri);
  if (isLoopback(redirectUri))
    return html`<p>
      To a program on this computer (<strong>${host}</strong>). Any program that runs here could ask for this: allow it
      only if you have just started to connect one.
    </p>`;
  if (protocol !== 'https:')
    return html`<p>
      To an app on this device, by its links <strong>${protocol}</strong>. Allow it only if you have just started to
      connect one.
    </p>`;
  return html`<p>To the site <strong>${host}</strong>.</p>`;
}
