import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from './logger';

/** A silent connection is asked at this interval whether it still stands, and has this long to answer. */
const lookMs = 10_000;
const answerMs = 5_000;
/** A server that has vanished confirms no end either. */
const farewellMs = 500;

interface ListenOptions {
  databaseUrl: string;
  /** The name of the connection in the server's views. */
  name: string;
  channels: readonly string[];
  /** The wait before the connection is made again after a loss. */
  reconnectMs: number;
  logger: Logger;
  onNotice: (channel: string, payload: string) => void;
  /** The connection listens now. It missed all earlier notifications. */
  onListening?: () => void;
}

export interface Listener {
  /** Hears no more. Takes no longer where the server has vanished. */
  stop: () => Promise<void>;
}

/** Hears notifications of PostgreSQL (`LISTEN`) on one connection, made again if it is lost or no longer answers. */
export function listen(options: ListenOptions): Listener {
  const { name, channels, reconnectMs, logger, onNotice, onListening } = options;
  let isStopped = false;
  let [client, timer]: [Client?, NodeJS.Timeout?] = [];

  function connect(): void {
    const fresh = (client = newClient(options));
    fresh.on('notification', ({ channel, payload = '' }) => onNotice(channel, payload));
    fresh.on('error', (error) => logger.warn({ err: error, name }, 'a listening connection was lost'));
    fresh.on('end', () => reconnect(fresh));
    begin(fresh).catch((error: unknown) => {
      logger.warn({ err: error, name }, 'the database cannot be listened to yet');
      reconnect(fresh);
    });
  }

  async function begin(fresh: Client): Promise<void> {
    await subscribe(fresh, channels);
    onListening?.();
    lookAfter(fresh);
  }

  /** A server that has vanished ends no connection. */
  function lookAfter(current: Client): void {
    if (isStopped || client !== current) return;
    timer = setTimeout(() => void look(current), lookMs).unref();
  }

  async function look(current: Client): Promise<void> {
    if (await answers(current)) lookAfter(current);
    else reconnect(current);
  }

  function reconnect(lost: Client): void {
    if (isStopped || client !== lost) return;
    client = undefined;
    clearTimeout(timer);
    void lost.end().catch(() => undefined);
    timer = setTimeout(connect, reconnectMs);
  }

  connect();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      if (client) await leave(client);
    },
  };
}

function newClient({ databaseUrl, name }: ListenOptions): Client {
  return new Client({
    connectionString: databaseUrl,
    application_name: name,
    keepAlive: true,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  });
}

async function leave(client: Client): Promise<void> {
  const left = client.end().catch(() => undefined);
  await Promise.race([left, delay(farewellMs, undefined, { ref: false })]);
}

async function subscribe(client: Client, channels: readonly string[]): Promise<void> {
  await client.connect();
  for (const channel of channels) await client.query(`LISTEN ${channel}`);
}

async function answers(client: Client): Promise<boolean> {
  return client.query('SELECT 1').then(
    () => true,
    () => false,
  );
}
