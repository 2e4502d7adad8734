/** Makes the stylesheet of a prerendered page. It contains only the rules that can apply to the HTML of this page. */
import { type ChildNode, type Container, parse, type Root } from 'postcss';

const entities: Record<string, string> = { '&amp;': '&', '&gt;': '>', '&lt;': '<', '&quot;': '"' };

/** Returns all classes of the HTML. */
export function classesOf(html: string): Set<string> {
  const lists = [...html.matchAll(/\sclass="([^"]*)"/g)].map(([, list = '']) =>
    list.replace(/&\w+;/g, (entity) => entities[entity] ?? entity),
  );
  return new Set(lists.flatMap((list) => list.split(/\s+/)).filter(Boolean));
}

/**
 * An escaped character, or an escaped code point with the space that ends it
 * (https://www.w3.org/TR/css-syntax-3/#consume-escaped-code-point).
 */
const escaped = /\\(?:([0-9a-f]{1,6})\s?|(.))/giy;
const nameCharacters = /[\w-]|[^\0-\x7f]/;

/** Returns the classes that an element must have for this selector. Classes in parentheses are not counted, for example in `:not(.a)`. */
export function classesOfSelector(selector: string): string[] {
  const classes: string[] = [];
  let name: string | undefined;
  let depth = 0;
  for (let index = 0; index < selector.length; index++) {
    const character = selector[index] ?? '';
    escaped.lastIndex = index;
    const match = escaped.exec(selector);
    const text = match ? (match[2] ?? String.fromCodePoint(Number.parseInt(match[1] ?? '', 16))) : character;
    if (match) index += match[0].length - 1;
    if (name !== undefined && (match || nameCharacters.test(character))) {
      name += text;
      continue;
    }
    if (name) classes.push(name);
    name = undefined;
    if (match) continue;
    if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    else if (character === '.' && depth === 0) name = '';
  }
  return name ? [...classes, name] : classes;
}

/** Removes the rules for other classes, then the at-rules that have become empty. */
function removeOtherRules(container: Container<ChildNode>, classes: ReadonlySet<string>): void {
  for (const node of [...(container.nodes ?? [])]) {
    if (node.type === 'rule') {
      node.selectors = node.selectors.filter((selector) => classesOfSelector(selector).every((name) => classes.has(name)));
      if (node.selector === '') node.remove();
      else removeOtherRules(node, classes);
    } else if (node.type === 'atrule' && node.nodes && !/keyframes|font-face|property/.test(node.name)) {
      removeOtherRules(node, classes);
      // An empty layer stays, because the first stylesheet decides the order of the layers.
      if (node.nodes.length === 0 && node.name !== 'layer') node.remove();
    }
  }
}

const variableUses = /var\(\s*(--[\w-]+)/g;

/** Returns the variables in a text. */
const variablesIn = (text: string): string[] => [...text.matchAll(variableUses)].map(([, name = '']) => name);

/** Removes variables that no other declaration and no element of the page uses. */
function removeUnusedVariables(root: Root, variablesOfElements: readonly string[]): void {
  const used = new Set(variablesOfElements);
  const values = new Map<string, string[]>();
  root.walkDecls(({ prop, value }) => {
    if (prop.startsWith('--')) values.set(prop, [...(values.get(prop) ?? []), value]);
    else for (const name of variablesIn(value)) used.add(name);
  });
  // The loop also visits the names that it adds to the set.
  for (const name of used) for (const value of values.get(name) ?? []) for (const inner of variablesIn(value)) used.add(inner);
  root.walkDecls(/^--/, (declaration) => {
    if (!used.has(declaration.prop)) declaration.remove();
  });
  root.walkAtRules('property', (rule) => {
    if (!used.has(rule.params)) rule.remove();
  });
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
}

function removeUnusedAnimations(root: Root): void {
  const values: string[] = [];
  root.walkDecls(/^(animation|animation-name|--animate-.*)$/, ({ value }) => {
    values.push(value);
  });
  const names = new Set(values.flatMap((value) => value.split(/[\s,]+/)));
  root.walkAtRules(/keyframes$/, (rule) => {
    if (!names.has(rule.params)) rule.remove();
  });
}

/**
 * Returns a function that makes the stylesheet of a page from its HTML. Before the app starts, the first script of the page loads the whole
 * stylesheet (web/src/boot.ts).
 * @param css the whole stylesheet
 */
export function pageStyles(css: string): (html: string) => string {
  const whole = parse(css);
  const made = new Map<string, string>();
  return (html) => {
    const classes = classesOf(html);
    const variables = variablesIn(html);
    const key = [...classes, ...variables].sort().join(' ');
    const earlier = made.get(key);
    if (earlier !== undefined) return earlier;
    const root = whole.clone();
    removeOtherRules(root, classes);
    removeUnusedVariables(root, variables);
    removeUnusedAnimations(root);
    const styles = root.toString();
    made.set(key, styles);
    return styles;
  };
}
