import { describe, expect, test } from 'vitest';
import { classesOf, classesOfSelector, pageStyles } from './page-styles.ts';

test('classesOf finds all classes and decodes their characters', () => {
  expect([...classesOf('<p class="a b"><b data-class="no" class="[&amp;&gt;svg]:x  md:a"></b>')]).toEqual(['a', 'b', '[&>svg]:x', 'md:a']);
});

test.each([
  ['.a', ['a']],
  ['.a .b>.c:hover', ['a', 'b', 'c']],
  ['p:not(.a)', []],
  ['.a:is(:where(.group):hover *)', ['a']],
  [String.raw`.md\:w-1\/2`, ['md:w-1/2']],
  [String.raw`.w-\[calc\(100\%-1\.5rem\)\]:hover`, ['w-[calc(100%-1.5rem)]']],
  [String.raw`.\32 xl\:a`, ['2xl:a']],
  ['[data-x=".b"] .a', ['a']],
  ['html', []],
])('the selector %s needs the classes %j', (selector, classes) => {
  expect(classesOfSelector(selector)).toEqual(classes);
});

describe('the stylesheet of a page', () => {
  const of = (css: string, html = '<p class="a">') => pageStyles(css)(html);

  test.each([
    ['keeps the rules of its classes and of elements', '.a{top:0}p{top:0}.b{top:0}', '.a{top:0}p{top:0}'],
    ['keeps only the selectors of its classes', '.a,.b{top:0}', '.a{top:0}'],
    ['keeps rules in at-rules and removes empty at-rules', '@media print{.a{top:0}}@media print{.b{top:0}}', '@media print{.a{top:0}}'],
    ['keeps nested rules', '.a{top:0;&:hover{top:1px}& .b{top:2px}}', '.a{top:0;&:hover{top:1px}}'],
    [
      'keeps the order of the layers',
      '@layer one{.b{top:0}}@layer two;@layer three{.a{top:0}}',
      '@layer one{}@layer two;@layer three{.a{top:0}}',
    ],
    ['keeps fonts', '@font-face{font-family:F}', '@font-face{font-family:F}'],
    [
      'keeps the animations that it uses',
      '@keyframes x{to{top:0}}@keyframes y{to{top:0}}.a{animation:x 1s}',
      '@keyframes x{to{top:0}}.a{animation:x 1s}',
    ],
    [
      'removes the variables that it does not use',
      ':root{--x:var(--y);--y:1;--z:2}.a{top:var(--x)}',
      ':root{--x:var(--y);--y:1}.a{top:var(--x)}',
    ],
    [
      'removes the properties that it does not use',
      '@property --x{syntax:"*"}@property --y{syntax:"*"}.a{top:var(--y)}',
      '@property --y{syntax:"*"}.a{top:var(--y)}',
    ],
  ])('%s', (_, css, expected) => {
    expect(of(css)).toBe(expected);
  });

  test('keeps the variables that an attribute of the page uses', () => {
    expect(of(':root{--x:1;--y:2}', '<path fill="var(--x)" class="a">')).toBe(':root{--x:1}');
  });

  test('is different for a page with other classes', () => {
    const styles = pageStyles('.a{top:0}.b{top:0}');
    expect([styles('<p class="a">'), styles('<p class="b">'), styles('<p class="a b">')]).toEqual([
      '.a{top:0}',
      '.b{top:0}',
      '.a{top:0}.b{top:0}',
    ]);
  });
});
