import { curlLine } from './demo/curl.mjs';
import { channelPage, videoRequest } from './demo/demo.mjs';
import { paymentsPage } from './demo/payments.mjs';
import { mailboxPage } from './demo/people.mjs';
import { receiverPage } from './demo/receiver.mjs';
import { duration } from './terminal.mjs';

/** The purpose of each port that a browser or a client sees. */
const seenPorts = {
  api: 'API',
  temporal: 'Temporal',
  temporalUi: 'Temporal UI',
  postgres: 'PostgreSQL',
  sandbox: 'sandbox',
};

/**
 * Shows the addresses of all servers, and the next steps.
 * @param {import('./everything.mjs').Everything} everything
 * @param {import('./demo/demo.mjs').Demo} demo
 * @param {number} tookMs
 * @param {string | null} [payUrl] a page on which credits are bought
 */
export function showBanner({ terminal, reservations, apiUrl, temporal, sandbox }, demo, tookMs, payUrl = null) {
  const { line, bold, dim } = terminal;
  line(`\n  ${bold('Ready')} ${dim(`after ${duration(tookMs / 1000)}`)}\n`);
  showAddresses(terminal, {
    apiUrl,
    docsUrl: `${apiUrl}/docs`,
    temporal,
    channelUrl: channelPage(sandbox.url, demo.channels.diaries),
    pageUrl: channelPage(sandbox.url, demo.channels.cafe),
    receiverUrl: receiverPage(sandbox.url),
    mailUrl: mailboxPage(sandbox.url),
    payUrl: paymentsPage(sandbox.url),
  });
  for (const text of movedPorts(reservations)) line(`  ${dim(text)}`);

  line(`\n  Log in as ${bold(demo.email)} with ${bold(demo.password)} ${dim('(owner, platform administrator)')}`);
  line(
    `         or ${bold(demo.member.email)} with ${bold(demo.member.password)} ${dim('(member, joined by invitation)')}`,
  );

  const url = `${apiUrl}/api/v1/assignments`;
  const body = videoRequest(demo, sandbox.url, 'My second video');
  line('\n  Publish another video:\n');
  line(curlLine({ url, apiKey: demo.apiKey, body }));
  line('\n  See how it is doing:\n');
  line(curlLine({ url: `${url}?limit=1`, apiKey: demo.apiKey }));
  if (payUrl !== null) {
    line(`\n  Buy 1000 credits: pay on ${terminal.cyan(payUrl)}\n  and see them:\n`);
    line(curlLine({ url: `${apiUrl}/api/v1/billing/transactions?type=purchase`, apiKey: demo.apiKey }));
  }
  line(`\n  ${dim('Ctrl-C stops everything. Data and logs are in .data/.')}\n`);
}

/**
 * @param {import('./everything.mjs').Base['terminal']} terminal
 * @param {{apiUrl: string, docsUrl: string, temporal: {uiUrl: string | null}, channelUrl?: string, pageUrl?: string, receiverUrl: string, mailUrl: string, payUrl: string}} run
 */
export function showAddresses(
  { line, cyan },
  { apiUrl, docsUrl, temporal, channelUrl, pageUrl, receiverUrl, mailUrl, payUrl },
) {
  const addresses = {
    Console: apiUrl,
    API: apiUrl,
    'API documentation': docsUrl,
    'Temporal UI': temporal.uiUrl,
    'YouTube channel': channelUrl,
    'Facebook page': pageUrl,
    Webhooks: receiverUrl,
    Mailbox: mailUrl,
    Payments: payUrl,
  };
  for (const [name, url] of Object.entries(addresses)) if (url) line(`  ${name.padEnd(20)}${cyan(url)}`);
}

/** @param {Record<string, import('./servers/ports.mjs').Reservation>} reservations */
function movedPorts(reservations) {
  const moved = Object.entries(seenPorts).filter(([name]) => reservations[name]?.isPreferred === false);
  if (moved.length === 0) return [];
  return ['', `The usual ports were taken, so these have others: ${moved.map(([, what]) => what).join(', ')}.`];
}
