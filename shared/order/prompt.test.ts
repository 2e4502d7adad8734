import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldsIn, filledPrompt, knownFields, unknownField } from './prompt.ts';

const optionsOf = (values: Record<string, string>) => Object.entries(values).map(([name, value]) => ({ name, value }));
const shoe = { title: 'Trail runner', sku: 'SHOE-1', options: optionsOf({ Colour: 'black', 'Heel height': '3 cm' }) };

describe('a prompt with fields', () => {
  test.each([
    ['A {colour} {title}, {sku}', 'A black Trail runner, SHOE-1'],
    ['The {TITLE} with a heel of {heel height}', 'The Trail runner with a heel of 3 cm'],
    ['{title} {title}', 'Trail runner Trail runner'],
    ['No field', 'No field'],
    ['Braces {} { title } {{title}} {a{title}', 'Braces {} { title } {Trail runner} {aTrail runner'],
    ['', ''],
  ])('the prompt %j becomes %j', (prompt, filled) => expect(filledPrompt(prompt, shoe)).toBe(filled));

  test('a field without a value is removed together with the double space', () => {
    expect(filledPrompt('A {colour} {title} on stone', { title: 'hat' })).toBe('A hat on stone');
  });

  test('braces, line breaks and special replacement patterns in a value stay plain text', () => {
    expect(filledPrompt('Show {title}', { title: "{sku} $& $'\n{colour}", sku: 'X', options: optionsOf({ colour: 'red' }) })).toBe(
      "Show {sku} $& $' {colour}",
    );
  });

  test('an option cannot replace the title or the SKU', () => {
    expect(filledPrompt('{title} {sku}', { title: 'hat', sku: 'H1', options: optionsOf({ title: 'x', SKU: 'y' }) })).toBe('hat H1');
  });

  test('the fields are listed once, in lower case', () => expect(fieldsIn('{Title} {title} {größe} {}')).toEqual(['title', 'größe']));

  test.each([
    ['{title} {sku}', [shoe], undefined],
    ['{colour} {size}', [shoe], 'size'],
    ['{size}', [shoe, { title: 'hat', options: optionsOf({ Size: 'M' }) }], undefined],
    ['{constructor}', [shoe], 'constructor'],
  ])('in the prompt %j for the products %j, the unknown field is %j', (prompt, products, unknown) =>
    expect(unknownField(prompt, knownFields(products))).toBe(unknown),
  );

  test('the filled prompt of 1,000 random products contains each value and no field of the prompt', () => {
    const value = fc.string({ minLength: 1, maxLength: 40 }).map((text) => `v${text.replaceAll(/\s+/g, ' ').trim()}v`);
    fc.assert(
      fc.property(value, value, value, (title, sku, colour) => {
        const filled = filledPrompt('<{title}|{sku}|{colour}>', { title, sku, options: optionsOf({ colour }) });
        expect(filled).toBe(`<${title}|${sku}|${colour}>`);
      }),
      { numRuns: 1_000 },
    );
  });
});
