import { reads } from '../faces/hints';
import { mcpTool } from '../faces/mcpTool';
import { explainError } from './explainError';
import { remedyWords } from './remedyWords';
import { ErrorExplained } from './schema';

export const errorTools = [
  mcpTool(explainError, {
    name: 'explain_error',
    title: 'Explain an error code',
    description:
      'Tells what an error code means, whether it passes by itself, who has to act, and what publishes the post then.',
    hints: reads,
    schema: ErrorExplained,
    present: (explained) => explained,
    say: ({ code, failure, refusal }) =>
      [
        ...(failure === null
          ? []
          : [
              `A post that failed with ${code}: ${failure.meaning} Who acts: ${failure.whoActs}.`,
              failure.transient ? 'It was tried again before; it may pass later.' : 'It does not pass by itself.',
              remedyWords[failure.remedy],
            ]),
        ...(refusal === null ? [] : [`A request refused with ${code} (${refusal.status}): ${refusal.meaning}`]),
      ].join('\n'),
    next: ({ failure }) => (failure === null ? null : { tool: 'list_assignments', arguments: { status: 'failed' } }),
  }),
];
