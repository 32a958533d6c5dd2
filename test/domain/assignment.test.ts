import { assignmentStatuses, contentTypes, endedStatuses, mediaUrlTypes } from '../../domain/assignment';

it('the states of an assignment are the seven of the specification, and three of them end it', () => {
  expect(assignmentStatuses).toEqual([
    'pending',
    'uploading',
    'uploaded',
    'processing',
    'published',
    'failed',
    'cancelled',
  ]);
  expect(endedStatuses).toEqual(['published', 'failed', 'cancelled']);
});

describe('the content types', () => {
  it('are the eight of the specification', () => {
    expect([...contentTypes].sort()).toEqual(
      ['video', 'image', 'link', 'text', 'reel', 'short', 'story', 'carousel'].sort(),
    );
  });

  it('need a mediaUrl for video, image, short, reel and story', () => {
    expect([...mediaUrlTypes].sort()).toEqual(['image', 'reel', 'short', 'story', 'video']);
  });
});
