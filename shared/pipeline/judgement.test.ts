import { expect, test } from 'vitest';
import { improvementCharactersMax, improvementOf, textCharactersMax } from './judgement.ts';

const evaluation = { status: 'needs_work' as const, assessment: 'The wall is grey.', nextSteps: ['Lighten the wall.', 'Keep the shadow.'] };

test('improvementOf returns the improvement prompt of the judge', () => {
  expect(improvementOf({ ...evaluation, improvementPrompt: 'Make the wall white.' }, 'grey')).toBe('Make the wall white.');
});

test('without an improvement prompt, improvementOf returns the next steps; without next steps, it returns the assessment', () => {
  expect(improvementOf({ ...evaluation, improvementPrompt: '' }, 'grey')).toBe('Lighten the wall. Keep the shadow.');
  expect(improvementOf({ ...evaluation, improvementPrompt: '', nextSteps: [] }, 'grey')).toBe('grey');
});

test('improvementOf shortens a long text to the limit', () => {
  const nextSteps = Array.from({ length: 10 }, () => 'x'.repeat(textCharactersMax));
  expect(improvementOf({ ...evaluation, improvementPrompt: '', nextSteps }, 'grey')).toHaveLength(improvementCharactersMax);
});
