import { setTimeout as sleep } from 'node:timers/promises';
import { request } from './request.mjs';

const name = 'demo';

/** The address to which the demo's webhooks are sent. @param {string} sandboxUrl */
export function callbackUrl(sandboxUrl) {
  return `${sandboxUrl}/_sandbox/receiver/${name}`;
}

/** The page on which a browser sees the webhooks arrive. @param {string} sandboxUrl */
export function receiverPage(sandboxUrl) {
  return `${sandboxUrl}/receiver/${name}`;
}

/** Gives the receiver the secret that signs. @param {string} sandboxUrl @param {string} secret the workspace's */
export async function prepareReceiver(sandboxUrl, secret) {
  await request(`${callbackUrl(sandboxUrl)}/settings`, undefined, { secret });
}

/**
 * Waits for the webhook that tells that an assignment is published.
 * @param {string} sandboxUrl
 * @param {string} assignmentId
 * @param {number} [timeoutMs]
 * @throws {Error} when it does not come in time, or is not signed as it should be in both ways
 */
export async function untilHeard(sandboxUrl, assignmentId, timeoutMs = 30_000) {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    /** @type {{deliveries: {body: string, signature: {hex: string, standard: string}}[]}} */
    const { deliveries } = await request(callbackUrl(sandboxUrl));
    const delivery = deliveries.find((one) => tellsOf(one, assignmentId));
    if (delivery !== undefined) return assertSigned(delivery.signature);
    if (performance.now() > deadline)
      throw new Error(
        `The video is published, but its webhook has not come to ${receiverPage(sandboxUrl)} within ${timeoutMs / 1000} s.`,
      );
    await sleep(100);
  }
}

/** @param {{body: string}} delivery @param {string} id */
function tellsOf({ body }, id) {
  try {
    const { assignmentId, status } = JSON.parse(body);
    return assignmentId === id && status === 'published';
  } catch {
    return false;
  }
}

/** @param {{hex: string, standard: string}} signature the receiver's verdicts */
function assertSigned({ hex, standard }) {
  if (hex === 'valid' && standard === 'valid') return;
  throw new Error(
    `The webhook of the published video has come, but X-Webhook-Signature is ${hex} and webhook-signature is ${standard}.`,
  );
}
