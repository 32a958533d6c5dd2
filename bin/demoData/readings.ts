import { nextReadingAt } from '../../domain/statistics/readings';

const dayMs = 86_400_000;
/** After so many days a post has two thirds of all its views. */
const fadingDays = 9;

interface PastPost {
  readonly publishedAt: Date;
  /** Tells how often it is seen in the end. */
  readonly place: number;
}

/** The numbers of a post over time until now, as the service would have read them, and its next reading. Pure. */
export function readingsOf({ publishedAt, place }: PastPost, now: Date) {
  const seen = 300 + ((place * 7919) % 9000);
  const points = [];
  let next = nextReadingAt(publishedAt, publishedAt);
  for (; next && next <= now; next = nextReadingAt(publishedAt, next)) {
    const days = (next.getTime() - publishedAt.getTime()) / dayMs;
    const views = Math.round(seen * (1 - Math.exp(-days / fadingDays)));
    points.push({ at: next, views, likes: Math.round(views / 17), comments: Math.round(views / 140), shares: 0 });
  }
  return { nextAt: next, points };
}
