import { html } from '../../http/html';
import { renderPage } from '../../http/page';
import type { Page } from '../../http/page';

/** The page of a link that cannot be used. */
export function presentOver(why: 'over' | 'used'): Page {
  const words =
    why === 'used'
      ? 'A channel was connected by this address. You can go back to your assistant.'
      : 'This address is not good any more. Ask your assistant for another one.';
  return renderPage(why === 'used' ? 'Already connected' : 'This address is over', html`<p>${words}</p>`);
}
