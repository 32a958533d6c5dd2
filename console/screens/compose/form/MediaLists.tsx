import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../../parts/lazyPart';
import { partOf, withPart } from '../draft';
import type { Draft } from '../draft';
import { commonRules, isMediaList } from '../mediaRules';
import type { PlatformOffered } from './PlatformFields';
import { mediaPlaceOf } from '../problems';

/** Few types have several media. */
const MediaListField = lazyPart(async () => (await import('./MediaListField')).MediaListField);

/** As high as an empty list. */
const listHeight = 180;

interface Props {
  chosen: readonly PlatformOffered[];
  draft: Draft;
  errors: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;
  onChange: (draft: Draft) => void;
}

/** The media of types that have several. */
export function MediaLists({ chosen, draft, errors, onChange }: Props) {
  return chosen.flatMap(({ platform, offered }) => {
    const { payload } = partOf(draft, platform);
    return offered.payloadFields.filter(isMediaList).map((field) => (
      <Suspense key={`${platform} ${field.name}`} fallback={<Skeleton h={listHeight} />}>
        <MediaListField
          place={mediaPlaceOf(platform)}
          field={field}
          rules={commonRules([offered])}
          values={payload}
          companions={offered.payloadFields
            .filter(({ atMostAsManyAs }) => atMostAsManyAs === field.name)
            .map(({ name }) => name)}
          error={Object.hasOwn(payload, field.name) ? errors[platform]?.[`payload.${field.name}`] : undefined}
          onChange={(next) => onChange(withPart(draft, platform, { payload: next }))}
        />
      </Suspense>
    ));
  });
}
