"""An application that uses the official Python client of the Model Context Protocol, as its documentation shows it.

It takes the address of the resource and, for version 2 of the client, how to agree upon a version of the protocol. Each line that it
prints is one JSON object. An object with "open" is an address that its person has to open: the next line of its input is the
address to which the browser was sent back. An object with "wait" waits for an empty line. The last one, "saw", is what it has seen.
"""

import json
import sys
from contextlib import asynccontextmanager
from importlib.metadata import version
from urllib.parse import parse_qsl, urlsplit

import anyio
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

IS_FIRST = version("mcp").startswith("1.")
SECONDS = 300


async def ask(**question):
    print(json.dumps(question), flush=True)
    return (await anyio.to_thread.run_sync(sys.stdin.readline)).strip()


class Memory:
    """The store for tokens and registration that the client wants of its application."""

    tokens = None
    client_info = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client_info

    async def set_client_info(self, client_info):
        self.client_info = client_info


class Person:
    """The browser of a person, with the two handlers that the client wants of its application."""

    back = {}

    async def open(self, address):
        self.back = dict(parse_qsl(urlsplit(await ask(open=address)).query))

    async def sent_back(self):
        if IS_FIRST:
            return self.back["code"], self.back.get("state")
        from mcp.shared.auth import AuthorizationCodeResult

        return AuthorizationCodeResult(**{name: self.back.get(name) for name in ("code", "state", "iss")})


@asynccontextmanager
async def connect(address, mode, provider):
    """A connected client of either version, and the version of the protocol that it speaks."""
    if IS_FIRST:
        import httpx
        from mcp import ClientSession

        async with httpx.AsyncClient(auth=provider, timeout=SECONDS) as http:
            async with streamable_http_client(address, http_client=http) as (read, write, _):
                async with ClientSession(read, write) as session:
                    yield session, (await session.initialize()).protocolVersion
    else:
        import httpx2
        from mcp import Client

        async with httpx2.AsyncClient(auth=provider, timeout=SECONDS) as http:
            async with Client(streamable_http_client(address, http_client=http), mode=mode) as client:
                yield client, client.protocol_version


async def call(client):
    result = await client.call_tool("list_connections", {})
    return result.structuredContent if IS_FIRST else result.structured_content


async def main(address, mode="legacy"):
    memory, person = Memory(), Person()
    metadata = OAuthClientMetadata(client_name="Python", redirect_uris=["http://127.0.0.1:3118/callback"])
    provider = OAuthClientProvider(address, metadata, memory, person.open, person.sent_back)

    def let_an_hour_pass():
        provider.context.token_expiry_time = 1

    async with connect(address, mode, provider) as (client, spoken):
        tools = [tool.name for tool in (await client.list_tools()).tools]
        first = await call(client)
        pairs = [memory.tokens]
        let_an_hour_pass()
        at_once = []

        async def call_at_once():
            at_once.append(await call(client))

        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(call_at_once)
        pairs.append(memory.tokens)
        await ask(wait="until the grant has ended")
        let_an_hour_pass()
        again = await call(client)
        pairs.append(memory.tokens)
    saw = {
        "spoken": spoken,
        "tools": tools,
        "answers": [answer["items"][0]["id"] for answer in [first, *at_once, again]],
        "scopes": [pair.scope for pair in pairs],
        "different": len({pair.refresh_token for pair in pairs}),
    }
    print(json.dumps({"saw": saw}), flush=True)


anyio.run(main, *sys.argv[1:])
