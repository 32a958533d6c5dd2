interface Workspace {
  readonly apiUrl: string;
  readonly apiKey: string;
}

/** Asks to cancel an assignment. @throws Error for any other answer than 204 */
export async function cancel({ apiUrl, apiKey }: Workspace, id: string): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const { status } = await fetch(`${apiUrl}/api/v1/assignments/${id}`, { method: 'DELETE', headers });
  if (status !== 204) throw new Error(`to cancel was answered ${status}`);
}
