import type { AssignmentStatus } from '../../domain/assignment';

/** The colour of the product, light to dark. */
export const brand = [
  '#f2f0ff',
  '#e2deff',
  '#c5bdff',
  '#a599fb',
  '#8a7bf6',
  '#7160ee',
  '#5d4be0',
  '#5040c9',
  '#4535b0',
  '#372a90',
] as const;

/** Colours that are the same in both themes. */
export const colors = {
  /** Of the platforms' own marks. */
  platforms: { youtube: '#ff0000', facebook: '#0866ff' },
  /** Of Mantine's scales. A name stands beside each: a colour alone says nothing (WCAG 2.2, 1.4.1). */
  statuses: {
    pending: 'gray',
    uploading: 'blue',
    uploaded: 'cyan',
    processing: 'grape',
    published: 'teal',
    failed: 'red',
    cancelled: 'gray',
  } satisfies Record<AssignmentStatus, string>,
  /** Behind the white words of a button that destroys something, and the same under the pointer. */
  danger: ['#c92a2a', '#b02525'],
} as const;

/** The colours of a theme. */
interface ThemeColors {
  /** Behind the cards of a screen. */
  page: string;
  dimmed: string;
  placeholder: string;
  error: string;
  /** Behind the words of a subtle button that the pointer is on. */
  brandHover: string;
  /** Where columns of a table are out of sight. */
  hiddenColumns: string;
  /** Of the calendar. */
  pastDay: string;
  otherMonth: string;
  /** Dots of badges, and bullets of timelines. */
  grayFilled: string;
  /** Behind the drawing in the place of a picture, from corner to corner. */
  drawn: readonly [string, string];
  /** The lines of a drawing. */
  drawnLine: string;
  /** Lines of charts, in their order. */
  chart: readonly [string, string, string, string, string];
  /** Of channels, whose names stand beside them: at least 3 to 1 on each ground of the calendar. */
  channels: readonly string[];
}

/** Some colours replace Mantine's, which have less contrast than 4.5 to 1 (WCAG 2.2, 1.4.3), or than 3 to 1 outside of text (1.4.11). */
export const themes: Readonly<Record<'light' | 'dark', ThemeColors>> = {
  light: {
    page: '#f8f7fc',
    dimmed: '#565d66',
    placeholder: '#6a717a',
    error: '#b42318',
    brandHover: '#dcd6ff',
    hiddenColumns: '#00000047',
    pastDay: '#f8f9fa',
    otherMonth: '#f1f3f5',
    grayFilled: '#868e96',
    drawn: ['#efecff', '#dfe9fb'],
    drawnLine: '#5346a8',
    chart: ['#5d4be0', '#087f5b', '#d9480f', '#9c36b5', '#c92a2a'],
    channels: ['#5d4be0', '#087f5b', '#d9480f', '#c2255c', '#1971c2', '#8a6d00', '#9c36b5', '#5c7a00'],
  },
  dark: {
    page: '#1a1a1f',
    dimmed: '#a9b0ba',
    placeholder: '#969da7',
    error: '#ff9b9b',
    brandHover: '#372a90',
    hiddenColumns: '#000000d9',
    pastDay: '#1f1f1f',
    otherMonth: '#141414',
    grayFilled: '#868e96',
    drawn: ['#2f2a4d', '#22344d'],
    drawnLine: '#c5bdff',
    chart: ['#a599fb', '#38d9a9', '#ffa94d', '#da77f2', '#ff8787'],
    channels: ['#a599fb', '#38d9a9', '#ffa94d', '#faa2c1', '#74c0fc', '#ffd43b', '#da77f2', '#c0eb75'],
  },
};

/** In pixels. */
export const widths = { navigation: 220, header: 56 } as const;

/** The type scale. A phone has the same one. */
export const type = {
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  screen: '1.5rem',
  section: '1.125rem',
  heading: '600',
} as const;
