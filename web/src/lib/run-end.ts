/**
 * Informs the seller about the end of a run while the page is not visible. The title of the browser tab changes, and a notification can
 * appear.
 */
import { whenDoneStore } from './when-done.ts';

const isAway = (): boolean => document.visibilityState === 'hidden' || !document.hasFocus();

/** Changes the title of the browser tab until the seller returns. Shows a notification if the seller has chosen notifications. */
export function announceRunEnd(text: string): void {
  if (!isAway()) return;
  if (whenDoneStore.getState().byNotification) notify(text);
  markTab();
}

function notify(text: string): void {
  const notification = new Notification('Vitrine', { body: text, tag: 'vitrine-run' });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
}

const mark = '● ';
const icon = '/favicon.svg';
const markedIcon = '/favicon-done.svg';

function markTab(): void {
  if (!document.title.startsWith(mark)) document.title = mark + document.title;
  setIcon(markedIcon);
  const clear = () => {
    if (isAway()) return;
    if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length);
    setIcon(icon);
    window.removeEventListener('focus', clear);
    document.removeEventListener('visibilitychange', clear);
  };
  window.addEventListener('focus', clear);
  document.addEventListener('visibilitychange', clear);
}

const setIcon = (href: string): void => document.querySelector('link[rel="icon"]')?.setAttribute('href', href);
