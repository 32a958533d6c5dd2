import { Client } from 'pg';

/** Notes the texts of all statements with parameters that go to PostgreSQL, until it is stopped. */
export function noteStatements(): { texts: string[]; stop: () => void } {
  const texts: string[] = [];
  const { query } = Client.prototype;
  const sent = jest.spyOn(Client.prototype, 'query');
  sent.mockImplementation(function (this: Client, ...given: unknown[]) {
    const [first] = given as [string | { text?: string }];
    texts.push(typeof first === 'string' ? first : (first?.text ?? ''));
    return Reflect.apply(query, this, given) as never;
  });
  return { texts, stop: () => sent.mockRestore() };
}
