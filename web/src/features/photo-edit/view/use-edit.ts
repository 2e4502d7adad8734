import { useStore } from 'zustand/react';
import { useShallow } from 'zustand/react/shallow';
import { type Read, readChoices } from '../choices.ts';
import { type EditState, editStore } from '../store/core.ts';
import { selectedOf } from '../store/selectors.ts';

/** Returns a part of the state. The component renders again only when the part changes. */
export const useEdit = <Part>(select: (state: EditState) => Part): Part => useStore(editStore, select);

/** The same, if `select` returns a new list or object each time: the entries are compared. */
export const useEditEntries = <Part>(select: (state: EditState) => Part): Part => useStore(editStore, useShallow(select));

/** The settings of an order as they are chosen now, and their faults. */
export function useRead(): Read {
  const choices = useEdit(({ draft }) => draft.choices);
  const photo = useEdit((state) => selectedOf(state)?.photo);
  const guidance = useEdit(({ draft }) => draft.guidance);
  return readChoices(choices, { photo, guidance });
}
