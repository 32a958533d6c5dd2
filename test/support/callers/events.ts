import type { Address, Json } from '../actors';

export interface ReceivedEvent {
  event: string;
  id?: string;
  data: Json;
}

export interface OpenStream {
  status: number;
  headers: Headers;
  /** The events so far. */
  events: ReceivedEvent[];
  /** The same without `progress`: `<status>`. */
  statuses: () => string[];
  comments: () => number;
  /** True if the stream was ended in order, false if it broke; undefined while it goes on. */
  end: () => boolean | undefined;
  stop: () => void;
}

/** Follows an event stream as the console does: with `fetch`, from after an event. */
export async function openStream(
  { url }: Address,
  assignmentId: string,
  {
    token,
    organizationId,
    after,
    query = '',
  }: { token: string; organizationId?: string; after?: string; query?: string },
): Promise<OpenStream> {
  const controller = new AbortController();
  const response = await fetch(`${url}/api/v1/console/assignments/${assignmentId}/events${query}`, {
    signal: controller.signal,
    headers: {
      authorization: `Bearer ${token}`,
      ...(organizationId !== undefined && { 'x-organization-id': organizationId }),
      ...(after !== undefined && { 'last-event-id': after }),
    },
  });
  const events: ReceivedEvent[] = [];
  let comments = 0;
  let end: boolean | undefined;
  const take = (block: string): void => {
    const fields = block
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]);
    const { event, id, data } = Object.fromEntries(fields) as Record<string, string>;
    if (fields.some(([name]) => name === '')) comments += 1;
    if (event !== undefined) events.push({ event, ...(id !== undefined && { id }), data: JSON.parse(data!) });
  };
  const read = async (): Promise<void> => {
    let text = '';
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = `${text}${piece}`.split('\n\n');
      text = blocks.pop()!;
      blocks.forEach(take);
    }
  };
  read().then(
    () => (end = true),
    () => (end = false),
  );
  return {
    status: response.status,
    headers: response.headers,
    events,
    statuses: () => events.filter(({ event }) => event === 'status').map(({ data }) => data.status),
    comments: () => comments,
    end: () => end,
    stop: () => controller.abort(),
  };
}
