import { facebookText, videoPayloadOf } from './facebookText';
import type { Kind, OutsideCall } from './Kind';

const phase = (name: string): OutsideCall => ({
  method: 'POST',
  path: '/v27.0/*/videos',
  query: `upload_phase=${name}`,
});

/** A video of the feed, which goes in chunks: staging finishes its upload. */
export const facebookVideo: Kind = {
  ...facebookText,
  type: 'video',
  payload: (title) => ({ title }),
  titleField: 'title',
  changed: { title: 'Another title', description: 'Another description' },
  mediaCount: 1,
  calls: {
    ...facebookText.calls,
    upload: [phase('start'), phase('transfer')],
    stage: phase('finish'),
    look: { ...facebookText.calls.look, query: 'fields=id,status,published,title,description,permalink_url' },
  },
  payloadOf: videoPayloadOf,
  addressOf: (postId) => `https://www.facebook.com/watch/?v=${postId}`,
};
