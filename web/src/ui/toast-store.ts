import { createStore } from 'zustand/vanilla';

/** How long a toast is shown, in milliseconds (docs/spec.md 2.6). */
export const toastDurationMs = 2_500;
export const welcomeToastDurationMs = 20_000;

/** Toast types (docs/spec.md 2.6). */
export type ToastType = 'default' | 'welcome' | 'destructive';

export type Toast = {
  id: number;
  title?: string;
  message: string;
  type: ToastType;
  durationMs: number;
  action?: { label: string; run: () => void };
  /** Whether the next user action closes the toast. For example, an Undo button is valid only for the last action. */
  untilNextAction?: boolean;
};

export type ShowToast = (toast: {
  title?: string;
  message: string;
  type?: ToastType;
  durationMs?: number;
  action?: Toast['action'];
  untilNextAction?: boolean;
}) => void;

/** `isHeld` is true while the pointer or the focus is on the toast. During this time, the toast does not close. */
type Toasts = { toast?: Toast | undefined; waiting?: Toast | undefined; isHeld: boolean };

/** The shown toast, and a welcome toast that waits until the shown toast has closed. */
export const toastStore = createStore<Toasts>(() => ({ isHeld: false }));

/** A toast about a user action is shown first. The welcome toast waits until this toast has closed. */
const mayReplace = (shown: Toast | undefined, next: Toast): boolean =>
  shown === undefined || next.type !== 'welcome' || shown.type === 'welcome';

let lastId = 0;

/** Shows a toast. Only one toast is visible at a time, so a new toast replaces the previous toast. */
export const showToast: ShowToast = ({
  title,
  message,
  type = 'default',
  durationMs = toastDurationMs,
  action,
  untilNextAction = false,
}) => {
  lastId += 1;
  const next: Toast = { id: lastId, ...(title && { title }), message, type, durationMs, ...(action && { action }), untilNextAction };
  toastStore.setState(({ toast }) => (mayReplace(toast, next) ? { toast: next } : { waiting: next }));
};

/** Closes the current toast and shows the waiting toast. */
export const hideToast = (): void => toastStore.setState(({ waiting }) => ({ toast: waiting, waiting: undefined, isHeld: false }));

/** Closes a toast that is only valid until the next user action. Stores call this function at each user action. */
export function closeToastOnUserAction(): void {
  if (toastStore.getState().toast?.untilNextAction) hideToast();
}

export const holdToast = (isHeld: boolean): void => toastStore.setState({ isHeld });
