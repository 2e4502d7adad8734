import { useStore } from 'zustand/react';
import { useShallow } from 'zustand/react/shallow';
import { type ParsedChoices, parseChoices } from '../choices.ts';
import { type EditState, editStore } from '../store/core.ts';
import { selectedOf } from '../store/selectors.ts';

/** Returns a part of the state. The component renders again only when the part changes. */
export const useEdit = <Part>(select: (state: EditState) => Part): Part => useStore(editStore, select);

/** Works like `useEdit`, but compares the entries. Use this hook if `select` returns a new list or object each time. */
export const useEditEntries = <Part>(select: (state: EditState) => Part): Part => useStore(editStore, useShallow(select));

/** Parses the current choices. Returns the settings of an order, and the faults in the choices. */
export function useParsedChoices(): ParsedChoices {
  const choices = useEdit(({ draft }) => draft.choices);
  const photo = useEdit((state) => selectedOf(state)?.photo);
  const guidance = useEdit(({ draft }) => draft.guidance);
  return parseChoices(choices, { photo, guidance });
}
