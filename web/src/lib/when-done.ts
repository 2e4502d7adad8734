/** How a seller is informed about the end of a run: by notification, by mail, or both. The choice is stored in this browser. */
import { createStore } from 'zustand/vanilla';
import { localStore } from './storage.ts';

type WhenDone = { byNotification: boolean; byMail: boolean };

const key = 'vitrine.when_done';

const canNotify = (): boolean => typeof Notification === 'function';
const mayNotify = (): boolean => canNotify() && Notification.permission === 'granted';

function readStored(): WhenDone {
  const words = localStore.read(key)?.split(' ') ?? [];
  return { byNotification: words.includes('notify') && mayNotify(), byMail: words.includes('mail') };
}

export const whenDoneStore = createStore<WhenDone>(readStored);

function choose(changes: Partial<WhenDone>): void {
  whenDoneStore.setState(changes);
  const { byNotification, byMail } = whenDoneStore.getState();
  localStore.write(key, [byNotification && 'notify', byMail && 'mail'].filter(Boolean).join(' '));
}

export const chooseMail = (byMail: boolean): void => choose({ byMail });

/**
 * Enables or disables notifications. Call this function only after a click, because browsers ask the user for permission only after a
 * click.
 * @returns false if the browser does not allow notifications.
 */
export async function chooseNotification(isWanted: boolean): Promise<boolean> {
  const byNotification = isWanted && canNotify() && (await Notification.requestPermission()) === 'granted';
  choose({ byNotification });
  return byNotification === isWanted;
}
