import type { McpScope } from '../../../../domain/mcp';
import type { Json } from '../../../support/actors';

/** The parts of a row that have sources of their own. */
type Part = 'discovery' | 'client' | 'authorization' | 'token' | 'messages';

/** The scopes that a client has found on its way. */
export interface FoundScopes {
  challenge: string;
  resource: string;
  server: string;
}

/** How a client tells at the token endpoint who it is. All but the first tell more than a public client has to. */
export type TokenForm = 'its id' | 'its id and an empty secret' | 'an empty secret in Basic, and then its id';

/**
 * What one real client does by its own choice, from the first message to the end of its grant. Names of headers are in lower case. A path
 * is one of the host of the service.
 */
export interface RealClient {
  name: string;
  /** Its source code, or the report of somebody who has logged its requests. */
  seen: Readonly<Record<Part, string>>;
  /** Looks at the address before or instead of a first message without a token, and what it needs to be answered. */
  probe?: { method: 'GET' | 'HEAD'; headers: Record<string, string>; status: number };
  /** The documents that it asks for, in its order. `challenge` is the address that the 401 names. */
  discovery: readonly [path: string, status: 200 | 404][];
  discoveryHeaders?: Record<string, string>;
  /** Where it comes from a page of this origin, the browser asks for each request, and hides what it may not see. */
  origin?: string;
  /** It registers itself, or it is what a document says that it publishes (without the `client_id`). */
  client: { registers: Json } | { document: Json };
  /** The address at which it receives the answer; it need not be one that it has named before. */
  redirectUri: string;
  /** The page that its person gets instead of a consent, where the contract makes it fail. */
  refused?: string;
  /** The scopes that it asks for; undefined: the parameter is left out. */
  scope: (found: FoundScopes) => string | undefined;
  /** Other parameters of its authorization request. */
  more?: Record<string, string>;
  /** Whether it names the resource, as the document has it. A slash behind it is added to resources without a path alone. */
  namesResource: boolean;
  /** The boxes that its person ticks and unticks on the page. */
  boxes?: Partial<Record<McpScope, boolean>>;
  /** The scopes that it then has. */
  granted: string;
  token: TokenForm;
  /** The scopes that it names at a refresh, where it names any. */
  refreshScope?: string;
  messages: {
    /** Of 2026 there is no handshake. */
    version: '2025-06-18' | '2025-11-25' | '2026-07-28';
    accept: string;
    /** It does not name the version after the handshake, though it has to. */
    namesNoVersion?: true;
    clientInfo: Json;
    capabilities?: Json;
    /** Parameters of `tools/list`, where it sends any. */
    listParams?: Json;
    /** What it sends for a call without arguments; undefined: the field is left out. */
    arguments?: Json;
  };
  /** The words that it shows of the answer to a refresh, once its grant has ended. Without it, it only asks for a new consent. */
  shows?: (answer: { status: number; text: string }) => string;
}

/** As most of them ask for answers: the libraries of the protocol do. */
export const sdkAccept = 'application/json, text/event-stream';
export const bothGrants = ['authorization_code', 'refresh_token'];

/** The habits that most clients share. */
export const usual = {
  discovery: [
    ['challenge', 200],
    ['/.well-known/oauth-authorization-server', 200],
  ],
  namesResource: true,
  granted: 'mcp.read mcp.write',
  token: 'its id',
} as const satisfies Partial<RealClient>;

/** The messages of a client that uses a library of 2025. */
export const sdkMessages = (name: string, version: string): RealClient['messages'] => ({
  version: '2025-11-25',
  accept: sdkAccept,
  clientInfo: { name, version },
  arguments: {},
});

/** The message of an error as the libraries of the protocol have it. */
export const describedError: NonNullable<RealClient['shows']> = ({ text }) => JSON.parse(text).error_description;
