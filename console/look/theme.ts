import { createTheme } from '@mantine/core';
import type {
  BadgeProps,
  ButtonProps,
  CSSVariablesResolver,
  ModalProps,
  PaperProps,
  TableProps,
  TooltipProps,
} from '@mantine/core';
import { labels } from '../texts/labels';
import { texts } from '../texts/app';
import { brand, colors, themes, type } from './tokens';

/** Calm and dense. Animations stop where the system asks for less motion. */
export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: type.fontFamily,
  headings: {
    fontWeight: type.heading,
    sizes: { h1: { fontSize: type.screen }, h2: { fontSize: type.section } },
  },
  // By their names: `extend` of a component would bring its code to the first screen, also where that has none of it.
  components: {
    // The border and the icon have the colour. A coloured title would have less contrast than 4.5 to 1.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    Badge: {
      // The words of a badge are never cut, however narrow a column is.
      defaultProps: { variant: 'dot', radius: 'sm', miw: 'max-content' } satisfies BadgeProps,
      styles: { root: { textTransform: 'none' } },
    },
    Button: { defaultProps: { loaderProps: { 'aria-label': texts.busyButton } } satisfies ButtonProps },
    Modal: {
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': labels.close },
        // The page has one banner: the header of a dialog is no banner.
        attributes: { header: { role: 'presentation' } },
      } satisfies Partial<ModalProps>,
    },
    Paper: { defaultProps: { withBorder: true, p: 'md' } satisfies PaperProps },
    Table: { defaultProps: { verticalSpacing: 'xs' } satisfies TableProps },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } satisfies Partial<TooltipProps> },
  },
});

/** The tokens as variables. `light-dark()` has no effect: the build asks for variables that Mantine does not set. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: variablesOf('light'),
  dark: variablesOf('dark'),
});

/** The shade of a status in each theme: at least 3 to 1 on it. */
const statusShades = { light: 7, dark: 5 } as const;

function variablesOf(name: keyof typeof themes): Record<string, string> {
  const own = themes[name];
  const statuses = Object.entries(colors.statuses).map(([status, color]) => [
    `--status-${status}`,
    `var(--mantine-color-${color}-${statusShades[name]})`,
  ]);
  return {
    ...Object.fromEntries(statuses),
    '--mantine-color-dimmed': own.dimmed,
    '--mantine-color-placeholder': own.placeholder,
    '--mantine-color-error': own.error,
    '--mantine-color-brand-light-hover': own.brandHover,
    '--mantine-color-gray-filled': own.grayFilled,
    '--mantine-color-red-filled': colors.danger[0],
    '--mantine-color-red-filled-hover': colors.danger[1],
    '--page': own.page,
    '--hidden-columns': own.hiddenColumns,
    '--past-day': own.pastDay,
    '--other-month': own.otherMonth,
    '--drawn-from': own.drawn[0],
    '--drawn-to': own.drawn[1],
    '--drawn-line': own.drawnLine,
    ...Object.fromEntries(own.channels.map((color, index) => [`--channel-${index + 1}`, color])),
    ...Object.fromEntries(own.chart.map((color, index) => [`--chart-${index + 1}`, color])),
  };
}
