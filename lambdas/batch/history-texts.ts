/** The texts in a history row that describe the items of the batch. */
import { summaryText } from '../store/batches.ts';

/** Maximum length of all file names together in a row. Each search reads complete rows, so they must be small. */
const fileNamesCharactersMax = 4_000;

/** Returns the different file names of the photos without extension, up to the limit. */
export function fileNamesOf(items: readonly { title: string }[]): string[] {
  let characters = 0;
  return [...new Set(items.map(({ title }) => title.replace(/\.[a-z0-9]{2,5}$/i, '').trim()))].filter((name) => {
    characters += name.length;
    return name !== '' && characters <= fileNamesCharactersMax;
  });
}

/** Returns the different prompts as one text of limited length. It is empty if no item has a prompt. */
export const promptsText = (items: readonly { prompt: string }[]): string =>
  summaryText([...new Set(items.map(({ prompt }) => prompt).filter(Boolean))].join('; '));
