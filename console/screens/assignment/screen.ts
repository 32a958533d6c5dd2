import { createRoute } from '@tanstack/react-router';
import { queryClient } from '../../http/queryClient';
import { assignmentQuery } from '../../resources/assignments/assignment';
import { connectionsQuery } from '../../resources/connections/queries';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';

export const assignment = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/assignments/$assignmentId',
    loader: async (at) =>
      readScreen(at, () => [
        queryClient.prefetchQuery(assignmentQuery(at.params.assignmentId)),
        queryClient.prefetchQuery(connectionsQuery),
      ]),
    component: lazyScreen(async () => import('./AssignmentScreen'), 'AssignmentScreen'),
  }),
} satisfies ScreenDescription;
