import { parseSync } from 'vite';

/**
 * Where an element gives its place to one of another type, Preact looks for an element of the new type among the siblings, and hands
 * that one's state over: an open dialog would ask about another act. A key says which is which. (React goes by the place alone.)
 *
 * @param {string} text of a file in TSX
 * @returns {string[]} the tags of siblings that could be taken for one another
 */
export function confusedIn(text) {
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {any} */ node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') found.push(...confusedChildren(node.children));
    Object.values(node).forEach(visit);
  };
  visit(parseSync('one.tsx', text).program);
  return found;
}

/** @typedef {{tag: string, hasKey: boolean}} Element */

/** @param {any[]} nodes @returns {string[]} */
function confusedChildren(nodes) {
  const children = nodes.map(elementsOf).filter((elements) => elements.length > 0);
  return children.flatMap((elements, index) => {
    if (new Set(elements.map(({ tag }) => tag)).size < 2) return [];
    const others = children.flatMap((other, nth) => (nth === index ? [] : other)).filter(({ hasKey }) => !hasKey);
    return elements
      .filter(({ tag, hasKey }) => !hasKey && others.some((other) => other.tag === tag))
      .map(({ tag }) => tag);
  });
}

/**
 * The elements that a child may be: of a condition, those of both branches. Nothing (null) keeps its place.
 * @param {any} node @returns {Element[]}
 */
function elementsOf(node) {
  switch (node.type) {
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return elementsOf(node.expression);
    case 'ConditionalExpression':
      return [...elementsOf(node.consequent), ...elementsOf(node.alternate)];
    case 'LogicalExpression':
      return elementsOf(node.right);
    case 'JSXElement': {
      const { name, attributes } = node.openingElement;
      const tag = name.type === 'JSXMemberExpression' ? `${name.object.name}.${name.property.name}` : name.name;
      return [{ tag, hasKey: attributes.some((/** @type {any} */ one) => one.name?.name === 'key') }];
    }
    default:
      return [];
  }
}
