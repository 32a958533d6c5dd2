import { failureKinds } from '../../../domain/failures/failures';
import { errorKinds } from '../../../api/http/errors';
import { useApp } from '../../support/callers/app';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { buildWorkspace } from '../../support/build/workspace';
import { callTool } from '../../support/callers/mcp';
import { use } from '../../support/use';

const app = useApp();
const granted = use(async () => buildMcpGrant(await buildWorkspace()));
const explain = async (code: string) => callTool(app, granted.accessToken, 'explain_error', { code });

describe('explainError', () => {
  it('knows each code with which a post fails, and who acts', async () => {
    const { structured, text } = await explain('MEDIA_TOO_LARGE');
    const next = { tool: 'list_assignments', arguments: { status: 'failed' } };
    expect(structured).toEqual({ code: 'MEDIA_TOO_LARGE', next, failure: failureKinds.MEDIA_TOO_LARGE, refusal: null });
    expect(text).toContain('Who acts: caller.');
    expect(text).toMatch(/A retry fails again.* create_assignment/);
    expect((await explain('TOKEN_EXPIRED')).text).toContain('retry_assignment');
  });

  it('knows each code with which a request is refused', async () => {
    const { structured, text } = await explain('CONFLICT');
    expect(structured).toEqual({ code: 'CONFLICT', next: null, failure: null, refusal: errorKinds.CONFLICT });
    expect(text).toContain('(409)');
  });

  it('tells both meanings of a code that has two', async () => {
    const { structured } = await explain('INTERNAL');
    expect([structured.failure.whoActs, structured.refusal.status]).toEqual(['operator', 500]);
  });

  it('refuses a code that nothing has', async () => {
    const { isError, json } = await explain('NOTHING');
    expect([isError, Object.keys(json.details)]).toEqual([true, ['code']]);
  });
});
