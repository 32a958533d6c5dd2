import { Box, Paper, Text, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useViewer } from '../../viewer/viewer';
import { shortDay } from '../../words/time';
import { drawPlot } from './drawPlot';
import type { Drawing, Point } from './drawPlot';

interface Props extends Omit<Drawing, 'dayWords' | 'onPoint'> {
  /** The content of the chart: a screen reader hears this alone. */
  label: string;
  /** The counts of a date, by its index, for somebody who points at it. */
  words: (index: number) => readonly { key: string; text: string }[];
}

/** A chart by dates, as wide as its place. */
export function Plot(props: Props) {
  // Another scheme has other colours, which are in the picture.
  return <PlotInScheme key={useComputedColorScheme()} {...props} />;
}

function PlotInScheme({ label, words, look, height, axisWidth, unit, dates, series }: Props) {
  const { profile } = useViewer();
  const place = useRef<HTMLDivElement>(null);
  const [point, setPoint] = useState<Point | null>(null);
  useEffect(() => {
    if (!place.current) return undefined;
    const dayWords = (date: string) => (date ? shortDay(date, profile) : '');
    return drawPlot(place.current, { look, height, axisWidth, unit, dates, series, dayWords, onPoint: setPoint });
  }, [look, height, axisWidth, unit, dates, series, profile]);
  const date = point && dates[point.index];
  return (
    <Box pos="relative" role="img" aria-label={label}>
      <div ref={place} style={{ height }} />
      {point && date && (
        <Paper pos="absolute" top={0} p="xs" shadow="sm" style={beside(point)}>
          <Text size="xs" fw={600}>
            {shortDay(date, profile)}
          </Text>
          {words(point.index).map(({ key, text }) => (
            <Text key={key} size="xs" className="tabular">
              {text}
            </Text>
          ))}
        </Paper>
      )}
    </Box>
  );
}

/** More than half of the widest bar. */
const awayPx = 24;

/** The words are on the side of the date that has more room. */
function beside({ left, right }: Point) {
  const side = left < right ? { left: left + awayPx } : { right: right + awayPx };
  return { ...side, pointerEvents: 'none', zIndex: 1 } as const;
}
