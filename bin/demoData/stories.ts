import type { Story } from './content';

/** The subjects of a channel with their pictures, and the stories that it tells in turn. */
interface Talk {
  readonly subjects: readonly (readonly [subject: string, picture: string])[];
  readonly angles: readonly string[];
}

const talks: readonly Talk[] = [
  {
    subjects: [
      ['Morning ferry', 'ferry'],
      ['The old pier', 'pier'],
      ['Storm watch', 'storm'],
      ['Boats on the quay', 'quay'],
      ['Net mending', 'nets'],
      ['Night market', 'market'],
      ['Regatta crew', 'regatta'],
    ],
    angles: [
      'first light, no wind',
      'the people who keep it going',
      'what changed in forty years',
      'ten quiet minutes',
      'your questions answered',
      'how it is done by hand',
      'a day from start to end',
      'behind the rope',
      'the sound of it',
    ],
  },
  {
    subjects: [
      ['Cliff path', 'path'],
      ['Seal bay', 'seals'],
      ['Thrift in bloom', 'thrift'],
      ['Low tide', 'tide'],
      ['Kite beach', 'kites'],
      ['By bicycle', 'bicycle'],
    ],
    angles: [
      'in thirty seconds',
      'the short cut that locals take',
      'where to stop for the view',
      'what to bring',
      'before the crowds',
      'after the rain',
      'with small children',
      'the steepest part',
    ],
  },
  {
    subjects: [
      ['Flat white', 'coffee'],
      ['Sourdough', 'bread'],
      ['Fish soup', 'soup'],
      ['Window seat', 'cafe'],
      ['Guests on the terrace', 'gulls'],
    ],
    angles: [
      'back on the board today',
      'half price until eleven',
      'the recipe you asked for',
      'who made this one?',
      'new from Thursday',
      'a word from the kitchen',
      'reserve for the weekend',
    ],
  },
  {
    subjects: [
      ['Open tower', 'lighthouse'],
      ['The great lamp', 'lamp'],
      ['Fog days', 'fog'],
      ['Campfire talks', 'campfire'],
      ['Dates for the season', 'calendar'],
      ['Walk to the light', 'map'],
    ],
    angles: [
      'all 132 steps of it',
      "from the keeper's log",
      'free this Sunday',
      'help wanted',
      'a picture from 1931',
      'tickets are out',
      'what the keepers ate',
    ],
  },
];

/** What the channel at this place tells as its nth story. A carousel shows the next subjects, too. */
export function storyOf(channel: number, n: number): Story {
  const { subjects = [], angles = [] } = talks[channel % talks.length] ?? {};
  const of = (ahead: number) => subjects[(n + ahead) % subjects.length] ?? ['Harbour', 'quay'];
  const [subject, picture] = of(0);
  const angle = angles[(n + Math.floor(n / subjects.length)) % angles.length];
  return { title: `${subject}: ${angle}`, pictures: [picture, of(1)[1], of(2)[1]] };
}
