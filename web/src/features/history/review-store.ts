/** The run in review. This state is outside React, so that opening the review does not render the tiles of the run again. */
import { createStore } from 'zustand/vanilla';

type InReview = { open?: { batchId: string; startKey: string } | undefined };

export const reviewStore = createStore<InReview>(() => ({}));

export const openReview = (batchId: string, startKey: string): void => reviewStore.setState({ open: { batchId, startKey } });

export const closeReview = (): void => reviewStore.setState({ open: undefined });
