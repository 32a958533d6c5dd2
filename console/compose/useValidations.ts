import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { AssignmentValidation } from '../../api/assignments/validateSchema';
import type { ConnectionRow } from '../connections/queries';
import { post } from '../http/request';
import { bodyOf } from './draft';
import type { Draft } from './draft';

/** The API's judgement of the post for one channel. */
export interface Judged {
  channel: ConnectionRow;
  validation: UseQueryResult<AssignmentValidation>;
}

const typingMs = 500;

/** The API's judgement of the post for each channel, some time after the last key. */
export function useValidations(draft: Draft, channels: readonly ConnectionRow[]): Judged[] {
  const [settled] = useDebouncedValue(JSON.stringify(channels.map((channel) => bodyOf(draft, channel))), typingMs);
  const bodies: readonly ({ connectionId: string } | null)[] = JSON.parse(settled);
  const validations = useQueries({
    queries: channels.map(({ id }) => {
      const body = bodies.find((one) => one?.connectionId === id);
      return {
        queryKey: ['validation', id, JSON.stringify(body ?? null)],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          post<AssignmentValidation>('/console/assignments/validate', body ?? {}, { signal }),
        enabled: body !== undefined && body !== null,
        placeholderData: keepPreviousData<AssignmentValidation | undefined>,
        gcTime: 60_000,
        retry: false,
      };
    }),
  });
  return channels.flatMap((channel, place) => {
    const validation = validations[place];
    return validation ? [{ channel, validation }] : [];
  });
}

/** The faults of the fields, as sentences, platform by platform. */
export function faultsByPlatform(judged: readonly Judged[]): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {};
  for (const { channel, validation } of judged) {
    const faults = Object.entries(validation.data?.errors ?? {});
    found[channel.platform] = {
      ...found[channel.platform],
      ...Object.fromEntries(faults.map(([field, texts]) => [field, `This field ${texts.join('; ')}.`])),
    };
  }
  return found;
}
