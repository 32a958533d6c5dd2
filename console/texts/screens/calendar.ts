import { counted } from '../amounts';

interface Entry {
  title: string;
  channel: string;
  status: string;
  time: string;
}

export const texts = {
  title: 'Calendar',
  description: (timezone: string) => `Scheduled posts, with times in ${timezone}`,
  emptyTitle: 'No posts scheduled in this period',
  emptyAdvice: 'Schedule a post to see it here.',
  composePost: 'Compose post',
  emptyHint: 'No posts scheduled in this period. Pick a day to compose one.',
  newPost: 'New post',
  newPostOn: (day: string) => `New post on ${day}`,
  openWeek: 'Open week',
  legend: 'Channels',
  moreChannels: (channels: number) => `and ${channels} more`,
  /** In place of the time that a dragged post would get. */
  inThePast: 'In the past',
  dragHint: 'Drag a post to reschedule it. With the keyboard, focus it and press Shift and an arrow key.',
  openHint: 'Open a post to reschedule it. With the keyboard, focus it and press Shift and an arrow key.',
  posts: (posts: number, isExact: boolean) =>
    isExact ? counted(posts, 'post') : `More than ${counted(posts, 'post')}`,
  emptyDay: 'No posts scheduled on this day',
  firstOfDay: (shown: number, posts: number, isExact: boolean) =>
    `The first ${shown} of ${isExact ? '' : 'more than '}${posts} posts`,
  timeHasPassed: 'This time has passed. The post was not rescheduled.',
  rescheduled: (time: string) => `Post rescheduled to ${time}.`,
  previous: { month: 'Previous month', week: 'Previous week' },
  next: { month: 'Next month', week: 'Next week' },
  today: 'Today',
  view: 'View',
  views: { month: 'Month', week: 'Week' },
  hour: 'Hour',
  more: (posts: number, isExact: boolean) => `+${posts}${isExact ? '' : ' or'} more`,
  moreOn: (more: string, day: string) => `${more} on ${day}`,
  /** The name of a post's link, for screen readers. */
  entryName: ({ time, title, channel, status }: Entry) => `${time} ${title}, ${channel}, ${status}`,
  entryHint: ({ time, title, channel, status }: Entry) => `${title}\n${channel}\n${status}, ${time}`,
};
