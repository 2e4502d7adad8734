/** Finds visible texts in the code of the page, because these texts must be in locales/. */
import { type Finding, lineAt, type SourceFile, type SyntaxNode, stringOf, walk } from './source-file.ts';
import { hasWords } from './translations.ts';

/** Attributes that the browser shows or a screen reader reads. */
const readableAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

export function checkHardCoded(sources: readonly SourceFile[]): Finding[] {
  return sources.flatMap(({ path, text, program }) => {
    const findings: Finding[] = [];
    const addFinding = (node: SyntaxNode, words: string) => {
      const shownText = words.replace(/\s+/g, ' ').trim();
      if (!hasWords(shownText)) return;
      findings.push({ path, line: lineAt(text, node.start), message: `contains the text "${shownText}": texts must be in locales/` });
    };
    const addFindings = (node: unknown) => {
      for (const literal of shownLiterals(node)) addFinding(literal, wordsOf(literal));
    };
    walk(program, (node) => {
      if (node.type === 'JSXText') addFinding(node, String(node.value));
      if (node.type === 'JSXElement' || node.type === 'JSXFragment')
        for (const child of node.children as SyntaxNode[]) if (child.type === 'JSXExpressionContainer') addFindings(child.expression);
      if (node.type === 'JSXAttribute' && readableAttributes.has(String((node.name as SyntaxNode).name))) {
        const value = node.value as SyntaxNode | null;
        addFindings(value?.type === 'JSXExpressionContainer' ? value.expression : value);
      }
      if (node.type === 'AssignmentExpression' && isDocumentTitle(node.left as SyntaxNode)) addFindings(node.right);
    });
    return findings;
  });
}

const isDocumentTitle = ({ object, property }: SyntaxNode): boolean =>
  (object as SyntaxNode | undefined)?.name === 'document' && (property as SyntaxNode | undefined)?.name === 'title';

/**
 * Returns the literals that can be the value of an expression. They are both branches of a condition, the right side of `&&`, `||` and
 * `??`, and the parts of a template.
 */
function shownLiterals(node: unknown): SyntaxNode[] {
  const { type, consequent, alternate, left, right } = (node ?? {}) as SyntaxNode;
  if (type === 'ConditionalExpression') return [...shownLiterals(consequent), ...shownLiterals(alternate)];
  if (type === 'LogicalExpression') return [...shownLiterals(left), ...shownLiterals(right)];
  return stringOf(node) !== undefined || type === 'TemplateLiteral' ? [node as SyntaxNode] : [];
}

const wordsOf = (literal: SyntaxNode): string =>
  stringOf(literal) ?? (literal.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ');
