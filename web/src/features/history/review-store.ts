/** The run in review. This state is outside React, so that the tiles of the run do not render again when the review opens. */
import { createStore } from 'zustand/vanilla';

type InReview = { open?: { batchId: string; startKey: string } | undefined };

export const reviewStore = createStore<InReview>(() => ({}));

export const openReview = (batchId: string, startKey: string): void => reviewStore.setState({ open: { batchId, startKey } });

export const closeReview = (): void => reviewStore.setState({ open: undefined });
