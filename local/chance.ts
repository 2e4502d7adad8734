/** Random decisions of harsh mode. The same seed repeats the same decisions. */
import { randomFrom, seedOf } from './base/random.ts';

/*
 * Returns the next random number for a topic (0 ≤ number < 1). Each topic has a separate sequence of numbers. So additional decisions about
 * one topic do not change the decisions about another topic.
 */
export type Chance = (topic: string) => number;

export function createChance(seed: number): Chance {
  const sequences = new Map<string, () => number>();
  return (topic) => {
    const sequence = sequences.get(topic) ?? randomFrom(seedOf(`${seed} ${topic}`));
    sequences.set(topic, sequence);
    return sequence();
  };
}
