import type { Response } from 'express';

/** An HTTP answer as data: the form of a documented error on the wire. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: unknown;
}

/** Sends an answer that is data: a text as it is, anything else as JSON, nothing if there is no body. */
export function sendAnswer(res: Response, { status, headers, body }: Answer): void {
  res.status(status);
  if (headers) res.set({ ...headers });
  if (body === undefined) return void res.end();
  if (typeof body === 'string') return void res.send(body);
  if (!res.get('Content-Type')) res.type('json');
  res.send(JSON.stringify(body, null, 2));
}
