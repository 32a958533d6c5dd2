import { until } from '../support/until';
import { use } from '../support/use';
import { faults } from './faults';
import type { Fault } from './faults';
import { entriesOf } from './page';
import { openStage, untilIs } from './stage';

const stage = use(openStage);
const entries = new Map(entriesOf().map((entry) => [entry.anchor, entry]));
const limitMs = 600_000;

/** Types the first command of an entry until it shows the fault: the first planted assignment, and none that was not planted. */
async function find({ entry, shows }: Fault, planted: string[]): Promise<void> {
  const [command = ''] = entries.get(entry)!.commands;
  const [id = ''] = planted;
  await until(
    async () => {
      const { code, stdout } = await stage.type(command);
      if (shows === 'no answer') return code === 1;
      const [assignments = '', receivers = ''] = stdout.split('\n\n');
      if (shows === 'a receiver') return receivers.includes(id);
      const rows = assignments.split('\n').slice(1).filter(Boolean);
      const cells = rows.map((row) => row.split(/ {2,}/));
      const cause = cells.find(([shown]) => shown === id);
      return (
        cells.every(([shown = '']) => planted.includes(shown)) &&
        cause?.[3] === shows.waitsFor &&
        [undefined, cause[4]].includes(shows.code)
      );
    },
    { limitMs, wanted: `${entry}: ${command} shows ${id}` },
  );
}

afterEach(async () => stage.service.sandbox.calm());

it.each(faults)(
  '$entry: its command finds the assignment, and with what the page says it is $ends in the end',
  async (fault) => {
    const planted = [await fault.plant(stage)].flat();
    const [id = ''] = planted;
    await find(fault, planted);
    await fault.mend(stage, id);
    for (const command of entries.get(fault.entry)!.commands.slice(1)) {
      const { code, stderr } = await stage.type(command.replace('<id>', id));
      expect([command, code, stderr]).toEqual([command, 0, '']);
    }
    await untilIs(stage, id, fault.ends);
  },
  2 * limitMs,
);
