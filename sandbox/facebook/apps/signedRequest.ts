import { createHmac } from 'node:crypto';
import type { FacebookContext } from '../context';

/** The request about a user as the app gets it: signature and payload, both in base64url (Meta's page "Data Deletion Request Callback"). */
export function signRequest({ app, clock }: FacebookContext, userId: string): string {
  const payload = { user_id: userId, algorithm: 'HMAC-SHA256', issued_at: Math.floor(clock() / 1000) };
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${createHmac('sha256', app.clientSecret).update(encoded).digest('base64url')}.${encoded}`;
}

/** The answer of the app to a signed request. Null: the app was not reached, or has named no address. */
export interface AppAnswer {
  readonly status: number;
  readonly body: string;
}

const answerMs = 10_000;

/** Sends a form with the signed request to an address of the app. */
export async function tellApp(context: FacebookContext, url: string | null, userId: string): Promise<AppAnswer | null> {
  if (url === null) return null;
  try {
    const body = new URLSearchParams({ signed_request: signRequest(context, userId) });
    const answer = await fetch(url, {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(answerMs),
      redirect: 'manual',
    });
    return { status: answer.status, body: await answer.text() };
  } catch {
    return null;
  }
}
