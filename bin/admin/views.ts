import { z } from 'zod';
import { Id } from '../../domain/ids';
import { temporalAddress } from '../../lib/temporal';
import { runsPage } from '../../outbox/runsPage';
import type { TemporalUi } from '../../outbox/runsPage';
import { runsFor, runViews, viewSubjects } from '../../outbox/runViews';
import type { Config } from '../run';
import { Refusal } from './Command';
import type { Command, Given } from './Command';

/** One link a view. The browser that opens a link keeps the view by its name. */
async function listViews(_given: Given, config: Config): Promise<string> {
  const ui = uiOf(config);
  return runViews.map(({ name, filter }) => `${name}\n  ${runsPage(ui, filter, name)}`).join('\n');
}

async function listRunsFor({ words }: Given, config: Config): Promise<string> {
  const [subject, id] = z.tuple([z.enum(viewSubjects), Id]).parse(words);
  return runsPage(uiOf(config), runsFor(subject, id));
}

function uiOf({ temporalUiUrl: url }: Config): TemporalUi {
  if (url === null) throw new Refusal('TEMPORAL_UI_URL is not set, so that no link is known');
  return { url, namespace: temporalAddress().namespace };
}

/** Commands about the lists of runs in Temporal's UI. */
export const viewCommands: readonly Command[] = [
  {
    form: 'views',
    answer: 'links to lists of runs in the Temporal UI; a browser that opens one keeps it as a saved view',
    run: listViews,
  },
  {
    form: 'views <assignment|workspace|connection> <id>',
    answer: 'a link to all its runs in the Temporal UI, webhooks included',
    run: listRunsFor,
  },
];
