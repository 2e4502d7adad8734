import { describe, expect, test } from 'vitest';
import { nameOrGreeting, normalizedEmail } from './email.ts';

describe('normalizedEmail', () => {
  test.each([
    ['Ada@Example.com', 'ada@example.com'],
    [' ada@example.com ', 'ada@example.com'],
    ['ada+shop@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['a.d.a@gmail.com', 'ada@gmail.com'],
    ['a.da+2@googlemail.com', 'ada@gmail.com'],
    ['ａda@example.com', 'ada@example.com'],
  ])('maps %s to %s', (email, normalized) => {
    expect(normalizedEmail(email)).toBe(normalized);
  });
});

describe('the e-mail addresses of different persons', () => {
  test.each([
    ['a.da@example.com', 'ada@example.com'],
    ['ada@example.org', 'ada@example.com'],
    ['ada-shop@example.com', 'ada@example.com'],
    ['+ada@example.com', '+bo@example.com'],
    ['ada', 'ada@example.com'],
  ])('%s and %s have different normalized e-mail addresses', (one, other) => {
    expect(normalizedEmail(one)).not.toBe(normalizedEmail(other));
  });
});

test.each([
  ['Ada Lovelace', 'ada@example.com', 'Ada Lovelace'],
  ['', 'ada@example.com', 'ada'],
  ['', '', 'there'],
])('nameOrGreeting(%j, %j) returns %s', (name, email, expected) => {
  expect(nameOrGreeting(name, email)).toBe(expected);
});
