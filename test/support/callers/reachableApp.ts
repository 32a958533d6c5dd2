import { request } from 'node:http';
import { startServer } from '../servers/server';
import type { TestServer } from '../servers/server';
import { startApp } from './app';
import type { TestApp } from './app';

/** Hands each request on as it is, with these headers besides. @param urlOf where to */
export async function handOn(urlOf: () => string, more: Record<string, string> = {}): Promise<TestServer> {
  return startServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const onward = request(urlOf() + path!, { method, headers: { ...headers, ...more } }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
}

type Options = Parameters<typeof startApp>;

/** The API at the address that it names itself, for programs that know no other one. */
export async function startReachableApp(config: Options[0] = {}, outside: Options[1] = {}): Promise<TestApp> {
  const place = { url: '' };
  const front = await handOn(() => place.url);
  const app = await startApp({ ...config, baseUrl: front.url }, outside);
  place.url = app.url;
  const stop = async () => {
    await front.stop();
    await app.stop();
  };
  return { ...app, url: front.url, stop };
}
