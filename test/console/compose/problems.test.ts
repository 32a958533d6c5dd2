import { newDraft } from '../../../console/screens/compose/draft';
import { problemsOf } from '../../../console/screens/compose/problems';

type Given = Parameters<typeof problemsOf>[0];

const field = (name: string, label: string) => ({ name, label, items: null });
const offers = {
  youtube: [
    {
      slug: 'video',
      payloadFields: [field('description', 'Description'), field('title', 'Title'), field('license', 'Licence')],
    },
  ],
  facebook: [{ slug: 'link', payloadFields: [field('link', 'Link'), field('message', 'Message')] }],
};
const channels = [
  { id: 'page', platform: 'facebook', name: 'Field Notes Page' },
  { id: 'channel', platform: 'youtube', name: 'Field Notes' },
];
const typed = {
  ...newDraft(['page', 'channel']),
  parts: { youtube: { type: 'video', payload: {} }, facebook: { type: 'link', payload: {} } },
};

function problems(
  errors: Record<string, Record<string, string[]>>,
  draft: object = typed,
  chosen: object[] = channels,
) {
  const judged = channels.map((channel) => ({
    channel,
    stage: 'answered',
    validation: { data: { errors: errors[channel.id] ?? {} } },
  }));
  const names: Record<string, string> = { youtube: 'YouTube', facebook: 'Facebook' };
  return problemsOf({
    draft,
    chosen,
    offers,
    judged,
    platformName: (slug: string) => names[slug],
    labels: { mediaUrl: 'Media', connectionId: 'Channel', scheduledAt: 'Time', externalId: 'External ID' },
  } as unknown as Given);
}

describe('what a post lacks', () => {
  it('is a channel before all', () => {
    expect(problems({}, newDraft([]), [])).toEqual([{ place: 'channels', name: '', words: 'Select a channel' }]);
  });

  it('is a type for each platform', () => {
    expect(problems({}, newDraft(['page', 'channel'])).map(({ words }) => words)).toEqual([
      'Facebook: select a type',
      'YouTube: select a type',
    ]);
  });

  it('stands in the order of the form, whatever the order of the answers', () => {
    const found = problems({
      page: { externalId: ['is too long'], 'payload.link': ['is required'], mediaUrl: ['is required'] },
      channel: {
        'payload.license': ['must be one of two'],
        scheduledAt: ['is too far away'],
        'payload.description': ['is too long'],
        'payload.title': ['is required'],
        connectionId: ['The connection holds no token.'],
      },
    });
    expect(found.map(({ words }) => words)).toEqual([
      'Field Notes: Channel: The connection holds no token.',
      'Media is required',
      'Title is required',
      'Description is too long',
      'Time is too far away',
      'Facebook: Link is required',
      'YouTube: Licence must be one of two',
      'External ID is too long',
    ]);
  });

  it('is said once for all channels, and names the part of the form with its field', () => {
    const missing = { mediaUrl: ['is required'] };
    expect(problems({ page: missing, channel: missing })).toEqual([
      { place: 'media', name: 'mediaUrl', words: 'Media is required' },
    ]);
  });

  it('is of the platform where a text is its own', () => {
    const own = { ...typed, parts: { ...typed.parts, youtube: { type: 'video', payload: { title: '' } } } };
    expect(problems({ channel: { 'payload.title': ['is required'] } }, own)).toEqual([
      { place: 'youtube', name: 'title', words: 'YouTube: Title is required' },
    ]);
  });
});
