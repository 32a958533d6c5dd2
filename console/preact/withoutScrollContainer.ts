/**
 * In the place of Mantine's `Table.ScrollContainer` (vite.config.mts): it would bring the code of menus to each screen with a table.
 * `parts/list/ScrollTable.tsx` scrolls as the browser does.
 */
export const TableScrollContainer = undefined;
