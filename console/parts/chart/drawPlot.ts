import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { count } from '../../texts/amounts';
import { texts } from '../../texts/parts';

interface Series {
  /** The name of a variable of the theme. */
  color: string;
  /** A dash and a gap, in turn, in pixels. */
  dash?: number[];
  /** One count a date. Null: not counted. */
  values: readonly (number | null)[];
}

export interface Drawing {
  look: 'bars' | 'lines';
  /** In pixels, as the width of the axis is. */
  height: number;
  axisWidth: number;
  /** Of the counts, in words beside their axis. */
  unit: string;
  dates: readonly string[];
  series: readonly Series[];
  dayWords: (date: string) => string;
  /** The user points at a date, or no longer at any date (null). */
  onPoint: (point: Point | null) => void;
}

/** A date by its index, and how far it is from both edges of the chart, in pixels. */
export interface Point {
  index: number;
  left: number;
  right: number;
}

/** The largest number of points for which a line has marks: more marks would touch one another. */
const marksMax = 31;
const datesHeight = 30;
/** The name of a date needs as much room, in pixels. */
const dateSpace = 64;
/** Whole numbers alone: half a post is none. */
const steps = Array.from({ length: 30 }, (_none, index) => ([1, 2, 5][index % 3] ?? 1) * 10 ** Math.floor(index / 3));
/** The part of its room that a bar takes, and the pixels that it has at most. */
const barSize: [number, number] = [0.8, 40];
const gridDash = [5, 5];
/** The room of the unit beside the axis, in pixels. */
const unitSize = 18;

/** Draws a chart as wide as its place, also after a change of width. @returns a function that removes the chart */
export function drawPlot(place: HTMLElement, drawing: Drawing): () => void {
  const { dates, series, height } = drawing;
  const data: uPlot.AlignedData = [dates.map((_date, index) => index), ...series.map(({ values }) => [...values])];
  const plot = new uPlot(optionsOf(place, drawing), data, place);
  const sizes = new ResizeObserver(() => {
    if (place.clientWidth !== plot.width) plot.setSize({ width: place.clientWidth, height });
  });
  sizes.observe(place);
  return () => {
    sizes.disconnect();
    plot.destroy();
  };
}

function optionsOf(place: HTMLElement, drawing: Drawing): uPlot.Options {
  const { look, height, dates, series, onPoint } = drawing;
  const isBars = look === 'bars';
  // Half a bar is beside the first date and the last one.
  const edge = isBars || dates.length < 2 ? 0.5 : 0;
  const last = Math.max(0, dates.length - 1);
  const style = getComputedStyle(place);
  return {
    width: place.clientWidth,
    height,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: !isBars } },
    scales: { x: { time: false, range: [-edge, last + edge] }, y: { range: isBars ? fromNone : aroundCounts } },
    axes: axesOf(style, drawing),
    series: [
      {},
      ...series.map(({ color, dash }): uPlot.Series => {
        const stroke = style.getPropertyValue(color);
        return isBars ? barsOf(stroke) : { ...lineOf(stroke, dates.length), ...(dash && { dash }) };
      }),
    ],
    hooks: { setCursor: [tellPoints(onPoint)] },
  };
}

/** Tells the date that is pointed at, once: the pointer moves far more often than the date changes. */
function tellPoints(onPoint: Drawing['onPoint']): (plot: uPlot) => void {
  let latest: Point | null | undefined;
  return (plot) => {
    const point = pointOf(plot);
    // A chart that is drawn again begins with no date, which has to be said, too.
    if (latest !== undefined && latest?.index === point?.index && latest?.left === point?.left) return;
    latest = point;
    onPoint(point);
  };
}

function pointOf(plot: uPlot): Point | null {
  const { idx } = plot.cursor;
  if (typeof idx !== 'number') return null;
  const left = plot.over.offsetLeft + plot.valToPos(idx, 'x');
  return { index: idx, left, right: plot.width - left };
}

function axesOf(style: CSSStyleDeclaration, { axisWidth, unit, dates, dayWords }: Drawing): uPlot.Axis[] {
  const font = ['12px', style.fontFamily].join(' ');
  const axis: uPlot.Axis = {
    font,
    stroke: style.getPropertyValue('--mantine-color-dimmed'),
    ticks: { show: false },
    incrs: steps,
  };
  return [
    {
      ...axis,
      size: datesHeight,
      space: dateSpace,
      label: texts.dates,
      labelSize: unitSize,
      labelFont: font,
      grid: { show: false },
      values: (_plot, indexes) => indexes.map((index) => dayWords(dates[index] ?? '')),
    },
    {
      ...axis,
      size: axisWidth,
      label: unit,
      labelSize: unitSize,
      labelFont: font,
      grid: { stroke: style.getPropertyValue('--mantine-color-default-border'), width: 1, dash: gridDash },
      values: (_plot, counts) => counts.map(count),
    },
  ];
}

/** Bars begin at 0: a bar of twice the height means twice as many. */
function fromNone(_plot: uPlot, _least: number | null, most: number | null): [number, number] {
  return [0, Math.max(1, 1.1 * (most ?? 0))];
}

/** A line shows a change: the axis has the counts alone, with some room around them. */
function aroundCounts(_plot: uPlot, least: number | null, most: number | null): [number, number] {
  const [low, high] = [least ?? 0, most ?? 0];
  const room = Math.max(1, 0.1 * (high - low));
  return [Math.max(0, low - room), high + room];
}

function barsOf(color: string): uPlot.Series {
  const drawBars = uPlot.paths.bars?.({ size: barSize });
  return { fill: color, stroke: color, width: 0, points: { show: false }, ...(drawBars && { paths: drawBars }) };
}

/** A line from count to count. A date without a count is passed over, and not shown as 0. */
function lineOf(color: string, dates: number): uPlot.Series {
  return { stroke: color, width: 2, spanGaps: true, points: { show: dates <= marksMax } };
}
