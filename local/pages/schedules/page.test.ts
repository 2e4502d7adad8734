import { expect, test } from 'vitest';
import { handleSchedulingPage, schedulingPath, workingDaysAfter } from './page.ts';

const friday = new Date('2026-11-20T10:00:00Z');

test('the page offers the next working days', () => {
  expect(workingDaysAfter(friday, 3)).toEqual(['Monday, November 23', 'Tuesday, November 24', 'Wednesday, November 25']);
});

test('only the site can show the page in a frame', () => {
  const page = handleSchedulingPage('GET', schedulingPath, friday);
  expect(page?.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(page?.body).toContain('Monday, November 23');
});

test('the page confirms the chosen time', () => {
  expect(handleSchedulingPage('POST', schedulingPath, friday)?.body).toContain('Your time is noted');
});

test.each([
  ['GET', '/_local/executions'],
  ['DELETE', schedulingPath],
  ['GET', `${schedulingPath}/x`],
])('the page ignores %s %s', (method, path) => expect(handleSchedulingPage(method, path, friday)).toBeUndefined());
