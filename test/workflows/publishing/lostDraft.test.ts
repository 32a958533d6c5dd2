import { kindOf } from '../../kinds';
import { expectPublished, submit, useKinds } from './kindAssignments';

const publishing = useKinds();

it.each(['text', 'link'])(
  'a Facebook %s whose draft is lost with its answer is published, though Facebook calls each further draft a duplicate',
  async (type) => {
    const kind = kindOf({ platform: 'facebook', type });
    const { stage } = kind.calls;
    await publishing.fault({ ...stage, nth: 1 }, { loseAnswer: true });
    await publishing.fault({ ...stage, nth: 2, times: 100 }, { error: 'duplicate' });
    await expectPublished(publishing, kind, await submit(publishing, kind));
  },
);
