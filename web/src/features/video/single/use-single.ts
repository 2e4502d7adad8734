import { useStore } from 'zustand/react';
import { useShallow } from 'zustand/react/shallow';
import { singleVideo } from '../single-tool.ts';
import type { SingleToolState } from './selectors.ts';
import { singleView } from './single-view.ts';

/** Returns a part of the tool's state. The component renders again only when the part changes. */
export const useSingle = <Part>(select: (state: SingleToolState) => Part): Part => useStore(singleVideo.store, select);

/** Works like `useSingle`, but compares the entries of the selected value. Use it if `select` returns a new list or object each time. */
export const useSingleEntries = <Part>(select: (state: SingleToolState) => Part): Part => useStore(singleVideo.store, useShallow(select));

export const useSingleView = <Part>(select: (view: ReturnType<typeof singleView.getState>) => Part): Part => useStore(singleView, select);
