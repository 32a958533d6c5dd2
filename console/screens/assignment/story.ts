import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { isInPlace } from '../../../domain/assignment/allows';
import type { Action } from '../../../domain/assignment/allows';
import { isFailureCode } from '../../../domain/failures/failures';
import { texts } from '../../texts/screens/assignmentStory';
import { failureWords } from '../../words/failures';
import { nearTime, roughDuration } from '../../words/time';
import type { TimeStyle } from '../../words/time';
import { runsOf } from './runs';

/** The parts of a post that its story depends on. */
export type Told = Pick<
  InspectedAssignment,
  | 'status'
  | 'payload'
  | 'errors'
  | 'scheduledAt'
  | 'publishedAt'
  | 'timeline'
  | 'progress'
  | 'removal'
  | 'preparation'
  | 'isPaused'
  | 'isResolvable'
>;

/** Where the story is told. */
export interface ToldPlace {
  /** Null: its name is not known. */
  channel: string | null;
  platform: string;
  nowMs: number;
  style: TimeStyle;
  /** Of the upload; null: not known. */
  bytesPerSecond: number | null;
}

/** The act that comes next: `anew` makes a new post of the content, `channels` leads to the channel. */
export type Mend = Extract<Action, 'retry' | 'resolve' | 'takeDown' | 'edit'> | 'anew' | 'channels' | 'view';

export interface Story {
  /** The state, as a sentence of the trade. */
  lead: string;
  /** Behind the lead: it changes too often to be read out. */
  progress: string | null;
  /** Sentences after it. */
  notes: readonly string[];
  /** Null: nothing is to be done. */
  mend: Mend | null;
}

/** The story of a post, and the one act that mends it or leads on. Pure. */
export function storyOf(post: Told, place: ToldPlace): Story {
  if (post.removal !== null) return removalStory(post.removal, place);
  const story = stories[post.status](post, place);
  return { progress: null, notes: [], mend: null, ...story };
}

type Part = Partial<Story> & { lead: string };

const words = texts.story;
const stories: Readonly<Record<Told['status'], (post: Told, place: ToldPlace) => Part>> = {
  pending: (post, place) => withPreparation(post, { lead: waitingWords(post, place) }),
  uploading: (post, place) =>
    withPreparation(post, { lead: words.uploading(targetOf(place)), progress: progressWords(post, place) }),
  uploaded: (post, place) => {
    const ready = runsOf(post.timeline)
      .at(-1)
      ?.findLast(({ status }) => status === 'uploaded')?.at;
    return { lead: readyWords(post, place, ready === undefined ? null : timeOf(ready, place)) };
  },
  processing: (_post, { platform }) => ({ lead: words.processing(platform) }),
  published: ({ publishedAt }, place) => ({
    lead: words.live(targetOf(place), publishedAt === null ? null : timeOf(publishedAt, place)),
    mend: 'view',
  }),
  failed: failureStory,
  cancelled: ({ timeline }, place) => {
    const { at } = timeline.at(-1) ?? {};
    return { lead: words.cancelled(at === undefined ? null : timeOf(at, place)) };
  },
};

const timeOf = (at: string, { nowMs, style }: ToldPlace): string => nearTime(at, nowMs, style);
const targetOf = ({ channel, platform }: ToldPlace): string => channel ?? platform;

/** The scheduled time in words, while it lies ahead. */
function aheadOf({ scheduledAt }: Told, place: ToldPlace): string | null {
  return scheduledAt !== null && Date.parse(scheduledAt) > place.nowMs ? timeOf(scheduledAt, place) : null;
}

function waitingWords(post: Told, place: ToldPlace): string {
  const time = aheadOf(post, place);
  return time === null ? words.queued(targetOf(place)) : words.waiting(time, targetOf(place));
}

function readyWords(post: Told, place: ToldPlace, ready: string | null): string {
  const time = aheadOf(post, place);
  return time === null ? words.readyNow(targetOf(place)) : words.ready(time, ready);
}

/** A preparation that failed is tried again. The content can be edited meanwhile where it waits. */
function withPreparation({ preparation, status, isPaused }: Told, part: Part): Part {
  if (preparation === null) return part;
  const { code, message } = preparation;
  const mend = isInPlace('edit', { status, isPaused }) ? 'edit' : null;
  return { ...part, mend, notes: [words.unprepared(message), `${failureWords(code).actor} ${words.preparedAgain}`] };
}

function progressWords({ progress }: Told, { bytesPerSecond }: ToldPlace): string | null {
  if (progress === null) return null;
  const { bytesTransferred: done, bytesTotal: total } = progress;
  if (done === 0 && total === null) return null;
  const leftMs = total === null || bytesPerSecond === null ? null : (1_000 * (total - done)) / bytesPerSecond;
  return words.progress({ done, total, left: leftMs === null ? null : roughDuration(leftMs) });
}

function failureStory(post: Told, place: ToldPlace): Part {
  const [first, ...others] = post.errors;
  if (!first) return { lead: words.notPublished, mend: 'retry' };
  const lead = (code: string, message: string) =>
    words.because(causeOf(code, message, post, place), withoutField(message));
  return {
    lead: lead(first.code, first.message),
    notes: [...others.map(({ code, message }) => lead(code, message)), failureWords(first.code).next],
    mend: mendOf(first.code, post),
  };
}

/** The message without the name of the field of the API that it begins with: the cause says it in words. */
function withoutField(message: string): string {
  return message.replace(/^(?:mediaUrl|payload\.[\w.[\]]+): /, '');
}

function causeOf(code: string, message: string, { payload }: Told, place: ToldPlace): string {
  if (!isFailureCode(code)) return words.notPublished;
  const part = words.parts.find(([field]) => field in payload && message.toLowerCase().includes(field))?.[1];
  return texts.causes[code]({ platform: place.platform, channel: targetOf(place), part: part ?? words.wholePost });
}

function mendOf(code: string, { isResolvable }: Told): Mend {
  if (isResolvable) return 'resolve';
  const { needsNewPost, isAtChannel } = failureWords(code);
  if (needsNewPost) return 'anew';
  return isAtChannel ? 'channels' : 'retry';
}

function removalStory(removal: NonNullable<Told['removal']>, place: ToldPlace): Story {
  const { mode, status, requestedAt, endedAt, error } = removal;
  const notes = error ? [`${error.message} ${failureWords(error.code).actor}`, words.removalAgain] : [];
  return {
    lead: words.removal[status][mode](place.platform, timeOf(endedAt ?? requestedAt, place)),
    progress: null,
    notes,
    mend: status === 'failed' ? 'takeDown' : null,
  };
}
