/** The images of a batch are made in groups, one group after another (docs/spec.md 8.4). */
import { imageModels } from '../catalogue.ts';
import { imagesPerGroup } from './defaults.ts';

/** Pause between two groups, in whole seconds: the longest pause of the models. A state machine cannot wait for a part of a second. */
export const groupPauseSeconds = Math.ceil(Math.max(...imageModels.map(({ pauseBetweenGroupsMs }) => pauseBetweenGroupsMs)) / 1000);

export type ImageGroup<Item> = {
  items: Item[];
  /** There is no pause after the last group. */
  isLast: boolean;
};

/** Splits the items into groups of `imagesPerGroup`, in the order of the items. The last group may be smaller. */
export const groupsOf = <Item>(items: readonly Item[]): ImageGroup<Item>[] =>
  Array.from({ length: Math.ceil(items.length / imagesPerGroup) }, (_, group) => ({
    items: items.slice(group * imagesPerGroup, (group + 1) * imagesPerGroup),
    isLast: (group + 1) * imagesPerGroup >= items.length,
  }));
