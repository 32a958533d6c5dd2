import './sparkLine.css';
interface Props {
  points: readonly { at: string; count: number }[];
  /** The line in words: a screen reader hears this alone. */
  label: string;
}

const width = 96;
const height = 32;
/** Half of the width of the line lies beyond its points. */
const edge = 2;

/** The course of a count over time, without axes; a point for a single count. The place of the line is as large without one. */
export function SparkLine({ points, label }: Props) {
  const places = placesOf(points);
  const [last] = places.slice(-1);
  return (
    <svg
      className="spark-line"
      viewBox={[0, 0, width, height].join(' ')}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <polyline points={places.map((place) => place.join()).join(' ')} />
      {last && <circle cx={last[0]} cy={last[1]} r={edge} />}
    </svg>
  );
}

function placesOf(points: Props['points']): [x: number, y: number][] {
  const times = points.map(({ at }) => Date.parse(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const counts = points.map(({ count }) => count);
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  return points.map(({ count }, index) => [
    between(((times[index] ?? first) - first) / (last - first || 1), width),
    height - between(high === low ? 0.5 : (count - low) / (high - low), height),
  ]);
}

function between(share: number, size: number): number {
  return Math.round(10 * (edge + share * (size - 2 * edge))) / 10;
}
