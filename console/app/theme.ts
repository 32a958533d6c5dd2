import { Alert, Badge, Button, createTheme, Modal, Paper, Table, Tooltip } from '@mantine/core';
import type { CSSVariablesResolver } from '@mantine/core';
import { labels } from '../texts/labels';
import { texts } from '../texts/app';

/** Calm and dense. Animations stop where the system asks for less motion. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: 8,
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' } } },
  components: {
    // The border and the icon have the colour. A coloured title would have less contrast than 4.5 to 1.
    Alert: Alert.extend({ styles: { title: { color: 'var(--mantine-color-text)' } } }),
    Badge: Badge.extend({
      // The words of a badge are never cut, however narrow a column is.
      defaultProps: { variant: 'dot', radius: 'sm', miw: 'max-content' },
      styles: { root: { textTransform: 'none' } },
    }),
    Button: Button.extend({ defaultProps: { loaderProps: { 'aria-label': texts.busyButton } } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        closeButtonProps: { 'aria-label': labels.close },
        // The page has one banner: the header of a dialog is no banner.
        attributes: { header: { role: 'presentation' } },
      },
    }),
    Paper: Paper.extend({ defaultProps: { withBorder: true, p: 'md' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'xs' } }),
    Tooltip: Tooltip.extend({ defaultProps: { events: { hover: true, focus: true, touch: true } } }),
  },
});

/**
 * Own colours. Some replace Mantine's, which have less contrast than 4.5 to 1 (WCAG 2.2, 1.4.3), or than 3 to 1 outside
 * of text (1.4.11). `light-dark()` has no effect: the build asks for variables that Mantine does not set.
 */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#565d66',
    '--mantine-color-placeholder': '#6a717a',
    '--mantine-color-error': '#b42318',
    // Behind the words of a subtle button that the pointer is on.
    '--mantine-color-indigo-light-hover': '#ccd7ff',
    '--hidden-columns': '#00000047',
    '--past-day': 'var(--mantine-color-gray-0)',
    '--other-month': 'var(--mantine-color-gray-1)',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b0ba',
    '--mantine-color-placeholder': '#969da7',
    '--mantine-color-error': '#ff9b9b',
    '--hidden-columns': '#000000d9',
    '--past-day': 'var(--mantine-color-dark-8)',
    '--other-month': 'var(--mantine-color-dark-9)',
    // The dots of badges and the bullets of timelines.
    '--mantine-color-gray-filled': 'var(--mantine-color-gray-6)',
  },
});
