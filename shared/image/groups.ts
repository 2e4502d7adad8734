/** The groups in which the images of a batch are made, one group after another (SPEC 9, timing and concurrency; checklist J10; Q31). */
import { imageModels } from '../catalogue.ts';
import { imagesPerGroup } from './defaults.ts';

/** Whole seconds between two groups: a state machine knows no shorter ones, and the longest pause of any model suits all (Q29). */
export const groupPauseSeconds = Math.ceil(Math.max(...imageModels.map(({ pauseBetweenGroupsMs }) => pauseBetweenGroupsMs)) / 1000);

export type ImageGroup<Item> = {
  items: Item[];
  /** Nobody waits after it. */
  isLast: boolean;
};

/** The items in their order, so many to a group; the last group may be smaller. */
export const groupsOf = <Item>(items: readonly Item[]): ImageGroup<Item>[] =>
  Array.from({ length: Math.ceil(items.length / imagesPerGroup) }, (_, group) => ({
    items: items.slice(group * imagesPerGroup, (group + 1) * imagesPerGroup),
    isLast: (group + 1) * imagesPerGroup >= items.length,
  }));
