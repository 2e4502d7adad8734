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
    ['a.d_a-@protonmail.com', 'ada@proton.me'],
    ['ada+x@pm.me', 'ada@proton.me'],
    ['ada-shop@yahoo.com', 'ada@yahoo.com'],
    ['ada-shop@yahoo.co.uk', 'ada@yahoo.co.uk'],
    ['shop@ada.fastmail.com', 'ada@fastmail.com'],
    ['ada+shop@fastmail.com', 'ada@fastmail.com'],
    ['ada@me.com', 'ada@icloud.com'],
  ])('for %s, normalizedEmail returns %s', (email, normalized) => {
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
    ['ada@yahoo.com', 'ada@yahoo.co.uk'],
    ['ada-shop@notyahoo.com', 'ada@notyahoo.com'],
    ['shop@ada.example.com', 'ada@example.com'],
    ['shop@fastmail.com', 'shop@fastmail.fm'],
    ['ada@notfastmail.com', 'ada@fastmail.com'],
    ['a_da@gmail.com', 'ada@gmail.com'],
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
