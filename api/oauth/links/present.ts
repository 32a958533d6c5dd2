import type { z } from 'zod';
import { html } from '../../http/html';
import { renderPage } from '../../http/page';
import type { Page } from '../../http/page';
import type { ShownLink } from './openLink';
import type { ConnectEndInput } from './schema';

/** The page of a link. */
export function presentLink({ link, platform: { name } }: ShownLink): Page {
  const { assistantName, organizationName, workspaceName, connectionId } = link;
  const what = connectionId === null ? `a ${name} channel` : `a ${name} channel again`;
  const content = html`<p>
      The assistant <strong><bdi>${assistantName ?? 'without a name'}</bdi></strong> asks you to connect ${what} to the
      organization <strong><bdi>${organizationName}</bdi></strong> of the workspace
      <strong><bdi>${workspaceName}</bdi></strong
      >. Posts can be published to the channel then.
    </p>
    <p>If you did not ask your assistant for this, close this page. ${name} asks you before anything is connected.</p>
    <form method="post"><button class="main">Go on to ${name}</button></form>`;
  return renderPage(`Connect ${what}`, content);
}

const errorWords: Readonly<Record<NonNullable<z.output<typeof ConnectEndInput>['error']>, string>> = {
  access_denied: 'Access was not allowed, so nothing was connected.',
  ticket_expired: 'It took too long, so nothing was connected.',
  invalid_ticket: 'This attempt was over already.',
  platform_error: 'The platform gave no access to a channel, so nothing was connected.',
};

/** The page at the end of a consent. */
export function presentEnd({ status, error = 'platform_error' }: z.output<typeof ConnectEndInput>): Page {
  if (status === 'success') {
    return renderPage('The channel is connected', html`<p>You can close this page and go back to your assistant.</p>`);
  }
  return renderPage(
    'Nothing was connected',
    html`<p>
      ${errorWords[error]} Your assistant can say more. The address that it gave you works again within its time.
    </p>`,
  );
}
