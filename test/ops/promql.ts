import { parser } from '@prometheus-io/lezer-promql';

/** The metric of a selector, and the labels that it is chosen by. */
export interface Selector {
  metric: string;
  labels: Readonly<Record<string, string>>;
}

/** What an expression of PromQL is made of, as the grammar of Prometheus's own editor reads it. */
export interface Expression {
  selectors: Selector[];
  /** The durations, as they are written, with their places. */
  durations: { from: number; to: number; text: string }[];
}

/** @throws Error where the text is no PromQL */
export function readExpression(text: string): Expression {
  const expression: Expression = { selectors: [], durations: [] };
  const of = ({ from, to }: { from: number; to: number }) => text.slice(from, to);
  const tree = parser.parse(text);
  tree.iterate({
    enter: ({ type, from }) => {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${text}`);
    },
  });
  tree.iterate({
    enter: ({ name, from, to, node }) => {
      if (name === 'NumberDurationLiteralInDurationContext')
        expression.durations.push({ from, to, text: of({ from, to }) });
      if (name !== 'VectorSelector') return;
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
      expression.selectors.push({
        metric: of(node.getChild('Identifier')!),
        labels: Object.fromEntries(
          matchers.map((matcher) => [
            of(matcher.getChild('LabelName')!),
            JSON.parse(of(matcher.getChild('StringLiteral')!)) as string,
          ]),
        ),
      });
    },
  });
  return expression;
}
