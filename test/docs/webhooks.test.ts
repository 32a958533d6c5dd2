import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiDocument } from '../../api/openapi/document';
import { resources } from '../../api/routes';
import { signatureHeaders } from '../../lib/webhookSignature';
import { platformOffers } from '../../platforms';
import { schemasOf } from '../support/callers/schemaFaults';

const document = openApiDocument({ baseUrl: 'https://api.example', resources, offers: platformOffers() });
const faultsOf = schemasOf(document);
const page = readFileSync(join(__dirname, '..', '..', 'docs', 'webhooks.md'), 'utf8');
const printed = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

const body = '{"status":"published","title":"Größe 🎬"}';
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** The result of the printed function, run as a reader would run it: by Node alone. */
function isGenuine(rawBody: string, headers: Record<string, string>, webhookSecret: string): boolean {
  const call = `process.stdout.write(String(isGenuine(Buffer.from(${JSON.stringify(rawBody)}), ${JSON.stringify(headers)}, ${JSON.stringify(webhookSecret)})))`;
  return (
    execFileSync(process.execPath, ['--input-type=module', '-e', `${printed}\n${call}`], { encoding: 'utf8' }) ===
    'true'
  );
}

describe('the function that docs/webhooks.md prints', () => {
  const sent = { id: 'a-delivery', sentAt: new Date(), body };
  const [current, previous] = [newSecret(), newSecret()];

  it('accepts what the service signed, and during a rotation with either secret', () => {
    expect(isGenuine(body, signatureHeaders(sent, { current, previous: null }), current)).toBe(true);
    const rotated = signatureHeaders(sent, { current, previous });
    expect(isGenuine(body, rotated, current)).toBe(true);
    expect(isGenuine(body, rotated, previous)).toBe(true);
  });

  it('refuses another body, another secret, a missing and a malformed signature', () => {
    const headers = signatureHeaders(sent, { current, previous: null });
    expect(isGenuine(`${body} `, headers, current)).toBe(false);
    expect(isGenuine(body, headers, newSecret())).toBe(false);
    expect(isGenuine(body, {}, current)).toBe(false);
    expect(isGenuine(body, { 'x-webhook-signature': 'no hex' }, current)).toBe(false);
  });
});

it('the bodies that docs/webhooks.md prints are those that the service sends: of a transition, and of a removal', () => {
  const printedBodies = Array.from(page.matchAll(/```json\n([\s\S]*?)```/g), ([, text = '']) => JSON.parse(text));
  const faults = ['WebhookEvent', 'RemovalEvent'].map((name, nth) =>
    faultsOf(['components', 'schemas', name], printedBodies[nth]),
  );
  expect([printedBodies.length, faults]).toEqual([2, [[], []]]);
});
