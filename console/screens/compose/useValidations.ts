import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQueries } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiFault } from '../../http/ApiFault';
import type { Answer } from '../../http/Api';
import { keyOf, query } from '../../http/client';
import type { ConnectionRow } from '../../resources/connections/queries';
import { texts } from '../../texts/screens/compose';
import { bodyOf, idempotencyKeyOf } from './draft';
import type { Draft } from './draft';
import type { Offers } from './offers';

type Validation = Answer<'validateAssignment'>;

/** The API's judgement of the post for one channel. */
export interface Judged {
  channel: ConnectionRow;
  /** While it is asked for, it has the answer of the version before. */
  validation: UseQueryResult<Validation>;
  /** Of the post as it stands: no type is chosen, the API is asked or will be after the last key, or it has answered. */
  stage: 'incomplete' | 'asked' | 'answered';
}

const typingMs = 500;

/** The API's judgement of the post for each channel, some time after the last key. */
export function useValidations(draft: Draft, channels: readonly ConnectionRow[], offers: Offers): Judged[] {
  const [settled] = useDebouncedValue(draft, typingMs);
  // A new draft has nothing of the draft before.
  const asked = settled.key === draft.key ? settled : draft;
  const latest = useRef(new Map<string, Validation>());
  const validations = useQueries({
    queries: channels.map((channel) => {
      const body = bodyOf(asked, channel, offers);
      const asking = body && query('validateAssignment', body);
      return {
        queryKey: asking?.queryKey ?? keyOf('validateAssignment'),
        queryFn: asking?.queryFn ?? skipToken,
        // Each body is another query here, so `keepPreviousData` has no data to keep.
        placeholderData: () => (body === null ? undefined : latest.current.get(idempotencyKeyOf(asked, channel.id))),
        gcTime: 60_000,
        retry: false,
      };
    }),
  });
  const judged = channels.flatMap((channel, place): Judged[] => {
    const validation = validations[place];
    return validation
      ? [
          {
            channel,
            validation,
            stage: stageOf(bodyOf(draft, channel, offers), bodyOf(asked, channel, offers), validation),
          },
        ]
      : [];
  });
  useEffect(() => {
    for (const { channel, validation } of judged)
      if (validation.data) latest.current.set(idempotencyKeyOf(asked, channel.id), validation.data);
  });
  return judged;
}

function stageOf(body: object | null, asked: object | null, validation: UseQueryResult): Judged['stage'] {
  if (body === null) return 'incomplete';
  const isAnswer = !validation.isPending && !validation.isPlaceholderData;
  return isAnswer && JSON.stringify(body) === JSON.stringify(asked) ? 'answered' : 'asked';
}

/** Tells whether the API has found the post valid as it stands. */
export function isAccepted({ stage, validation }: Judged): boolean {
  return stage === 'answered' && validation.data?.valid === true;
}

/**
 * The faults of the fields, as sentences, platform by platform.
 * @param faults the refusals of the post, by chosen channel
 */
export function faultsByPlatform(
  judged: readonly Judged[],
  chosen: readonly ConnectionRow[],
  faults: Readonly<Record<string, unknown>>,
): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {};
  const note = ({ platform }: ConnectionRow, sentences: Record<string, string>) => {
    found[platform] = { ...found[platform], ...sentences };
  };
  for (const { channel, validation } of judged) {
    const errors = Object.entries(validation.data?.errors ?? {});
    note(channel, Object.fromEntries(errors.map(([field, refusals]) => [field, texts.fieldFault(refusals)])));
  }
  for (const channel of chosen) {
    const fault = faults[channel.id];
    if (fault instanceof ApiFault) note(channel, fault.fieldErrors);
  }
  return found;
}
