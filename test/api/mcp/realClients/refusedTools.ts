import type { Json } from '../../../support/actors';

const unions = ['anyOf', 'oneOf', 'allOf'];

/**
 * What clients hold against a tool: they drop it, or all tools with it. Names: https://github.com/openai/codex/issues/8174. A union at the root:
 * https://github.com/anthropics/claude-code/issues/88049. A property without a type:
 * `hasValidTypes` of Gemini CLI, https://github.com/arben-adm/mcp-sequential-thinking/issues/12. A list without items:
 * https://github.com/microsoft/vscode/issues/246119. An answer that is no object: the schema of the protocol of 2025.
 */
export function faultsOfTool({ name, description, inputSchema, outputSchema }: Json): string[] {
  const roots = [inputSchema, ...(outputSchema === undefined ? [] : [outputSchema])];
  const faults = roots.flatMap((root: Json) => [
    ...(root.type === 'object' ? [] : ['a schema is of no object']),
    ...unions.filter((word) => root[word] !== undefined).map((word) => `a schema begins with ${word}`),
  ]);
  const isNamed = /^[a-zA-Z0-9_-]{1,64}$/.test(name);
  return [
    ...(isNamed ? [] : ['its name has other characters, or is too long']),
    ...(description ? [] : ['it has no description']),
    ...faults,
    ...faultsOfProperties(inputSchema, []),
  ];
}

function faultsOfProperties(schema: Json, path: string[]): string[] {
  const properties = Object.entries<Json>(schema.properties ?? {});
  return properties.flatMap(([name, property]) => faultsOfProperty(property, [...path, name]));
}

function faultsOfProperty(property: Json, path: string[]): string[] {
  const parts: Json[] = unions.flatMap((word) => property[word] ?? []);
  const isUntyped = property.type === undefined && parts.length === 0;
  return [
    ...(isUntyped ? [`${path.join('.')} has no type`] : []),
    ...(property.type === 'array' && property.items === undefined ? [`${path.join('.')} has no items`] : []),
    // The parts of a union need a type of their own where the whole has none.
    ...(property.type === undefined ? parts.flatMap((part) => faultsOfProperty(part, path)) : []),
    ...(property.items === undefined ? [] : faultsOfProperty(property.items, path)),
    ...faultsOfProperties(property, path),
  ];
}
