import { createElement } from 'preact';

/**
 * Preact in the place of React, for our code and for packages (vite.config.mts): the same interface in a seventh of the bytes.
 * It lacks `Activity`, which some parts of Mantine hide their content with.
 */
export * from 'preact/compat';
// Some packages import all of it by that name.
// oxlint-disable-next-line import/no-default-export
export { default } from 'preact/compat';

/** Keeps its content while it is hidden. React would also put its effects to rest. */
export function Activity({ mode, children }) {
  return createElement('div', { style: { display: mode === 'hidden' ? 'none' : 'contents' } }, children);
}
