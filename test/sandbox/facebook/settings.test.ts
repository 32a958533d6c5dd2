import { facebookDefaults } from '../../../sandbox/facebook/settings';
import { useCleanSandbox } from '../../support/servers/sandbox';

describe('The settings of Facebook', () => {
  const sandbox = useCleanSandbox();

  it('are changed one by one, and others are refused', async () => {
    const change = async (facebook: object) => sandbox.control('POST', '/settings', { facebook });
    await change({ liveDelayMs: 5 });
    expect((await change({ statusWords: 'documented' })).body.facebook).toEqual({
      ...facebookDefaults,
      liveDelayMs: 5,
      statusWords: 'documented',
    });
    for (const wrong of [{ publishOutcome: 'maybe' }, { chunkBytes: 0 }, { weather: 'rain' }])
      expect((await change(wrong)).status).toBe(400);
  });
});
