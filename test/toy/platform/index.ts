import { Agent } from 'undici';
import { z } from 'zod';
import type { PlatformSlug } from '../../../domain/platform';
import { usualPatience } from '../../../platforms/http/patience';
import type { Platform, PlatformModule } from '../../../platforms/Platform';
import { toyContentTypes } from './capabilities';
import { callApi, readJson } from './http';
import { createConsent, fetchChannel, fetchMe, refreshTokens, toyPermissions } from './oauth';
import { createPublisher } from './publisher';
import { toySettings } from './settings';
import type { ToySettings } from './settings';

const facts = {
  name: 'Toy',
  processingLimitMs: 3_600_000,
  permissions: toyPermissions,
  terms: { notice: null, links: [] },
};

/** No platform of the contract. */
export const toySlug = 'toy' as PlatformSlug;

export function createToy(settings: ToySettings, patience = usualPatience()): Platform {
  const client = { name: facts.name, settings, patience, dispatcher: new Agent() };
  return {
    slug: toySlug,
    ...facts,
    publishers: new Map(toyContentTypes.map((type) => [type.slug, createPublisher(client, type)])),
    settleMs: 5_000,
    oauth: createConsent(client),
    stats: {
      channel: async (call) => ({ subscribers: 0, totalViews: 0, totalPosts: (await fetchMe(client, call)).posts }),
      post: async (call, id) => {
        const answer = await callApi(client, call, { method: 'GET', path: 'posts', query: { id } });
        if (answer.status === 404) return null;
        readJson(answer, z.object({ id: z.string() }), 'a post');
        return { views: 0, likes: 0, comments: 0, shares: 0 };
      },
    },
    refreshTokens: (token, { signal }) => refreshTokens(client, token, signal),
    channel: (call) => fetchChannel(client, call),
  };
}

/** The toy as a registry lists it. */
export const toy: PlatformModule<ToySettings> = {
  settings: toySettings,
  ...facts,
  contentTypes: toyContentTypes,
  create: (settings) => createToy(settings),
};
