import { describe, expect, test } from 'vitest';
import { nameOrGreeting, normalizedEmail } from './email.ts';

describe('the same person', () => {
  test.each([
    ['Ada@Example.com', 'ada@example.com'],
    [' ada@example.com ', 'ada@example.com'],
    ['ada+shop@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    ['a.d.a@gmail.com', 'ada@gmail.com'],
    ['a.da+2@googlemail.com', 'ada@gmail.com'],
    ['ａda@example.com', 'ada@example.com'],
  ])('%s is %s', (email, same) => {
    expect(normalizedEmail(email)).toBe(same);
  });
});

describe('another person', () => {
  test.each([
    ['a.da@example.com', 'ada@example.com'],
    ['ada@example.org', 'ada@example.com'],
    ['ada-shop@example.com', 'ada@example.com'],
    ['+ada@example.com', '+bo@example.com'],
    ['ada', 'ada@example.com'],
  ])('%s is not %s', (one, other) => {
    expect(normalizedEmail(one)).not.toBe(normalizedEmail(other));
  });
});

test.each([
  ['Ada Lovelace', 'ada@example.com', 'Ada Lovelace'],
  ['', 'ada@example.com', 'ada'],
  ['', '', 'there'],
])('%j of %j is called %s', (name, email, called) => {
  expect(nameOrGreeting(name, email)).toBe(called);
});
