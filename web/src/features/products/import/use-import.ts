import { useStore } from 'zustand/react';
import { type ImportState, importStore } from './import-store.ts';

export const useImport = <Value>(select: (state: ImportState) => Value): Value => useStore(importStore, select);
