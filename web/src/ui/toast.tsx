import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand/react';
import { site } from '#shared/site.ts';
import { Button, IconButton } from './button.tsx';
import { useTopDialog } from './open-dialogs.ts';
import { openLayers } from './open-layers.tsx';
import { hideToast, holdToast, type ShowToast, showToast, type Toast, type ToastType, toastStore } from './toast-store.ts';

/** Gives components the function that shows a toast. Code outside React calls `showToast` directly. */
export const useToast = (): ShowToast => showToast;

const styles: Record<ToastType, { card: string; action: 'bench' | 'secondary'; close: string }> = {
  default: {
    card: 'on-dark bg-bench text-on-bench',
    action: 'bench',
    close: 'text-on-bench-muted hover:bg-bench-hover! hover:text-on-bench!',
  },
  welcome: { card: 'border-brass bg-brass-soft text-ink', action: 'secondary', close: '' },
  destructive: { card: 'border border-danger bg-danger-soft text-danger', action: 'secondary', close: 'text-danger' },
};

/** The region of the page for toasts, and the timer that closes a toast. The app renders this component only once. */
export function Toasts() {
  const toast = useStore(toastStore, (state) => state.toast);
  const isHeld = useStore(toastStore, (state) => state.isHeld);
  const isParked = useIsParked();
  useEffect(() => {
    if (!toast || isHeld || isParked) return;
    const timer = window.setTimeout(hideToast, toast.durationMs);
    return () => window.clearTimeout(timer);
  }, [toast, isHeld, isParked]);
  return <ToastRegion />;
}

/**
 * Whether the toast waits until the open menu, popover or dialog has closed, because the toast would cover it. The welcome toast has no
 * relation to a dialog, so it waits until a dialog has closed. In the place of the banner, and in a dialog without a margin, the welcome
 * toast covers no control.
 */
function useIsParked(): boolean {
  const type = useStore(toastStore, ({ toast }) => toast?.type);
  const { count, hasSmallDialog } = useStore(openLayers);
  if (type === 'welcome') return hasSmallDialog || (count > 0 && !site.showsPromoBanner);
  return count > 0;
}

/**
 * Shows and announces a toast. The page and each dialog have a region, because an open modal dialog makes the page
 * outside inert. Only the region of the topmost dialog contains the toast.
 *
 * @param look `fullWindow` for a dialog without a margin. `sheet` is for the first element of a sheet: the toast moves the content of the
 * sheet down, so that it covers nothing.
 */
export function ToastRegion({ dialog, look = 'floating' }: { dialog?: string; look?: 'floating' | 'fullWindow' | 'sheet' }) {
  const toast = useStore(toastStore, (state) => state.toast);
  const isTop = useTopDialog() === dialog;
  const isParked = useIsParked();
  const isSmallDialog = dialog !== undefined && look !== 'fullWindow';
  useEffect(() => {
    if (!isTop || !isSmallDialog) return;
    openLayers.setState({ hasSmallDialog: true });
    return () => openLayers.setState({ hasSmallDialog: false });
  }, [isTop, isSmallDialog]);
  const isHidden = !isTop || isParked || (isSmallDialog && toast?.type === 'welcome');
  const shown = isHidden ? undefined : toast;
  return (
    <div role="status" aria-live="polite">
      {shown && look === 'sheet' && (
        <div className="p-2 pb-0">
          <ToastCard key={shown.id} toast={shown} className="w-full min-h-12 rounded-lg ps-4 pe-1.5 py-1" />
        </div>
      )}
      {shown && look !== 'sheet' && (
        <FloatingToast key={shown.id} toast={shown} place={placeOf(shown, dialog !== undefined, look === 'fullWindow')} />
      )}
    </div>
  );
}

type Place = { position: string; card: string };

const floatingCard = 'max-w-xl min-h-12 rounded-lg ps-4 pe-1.5 py-1 shadow-float max-tablet:w-full';
const aboveBar = 'tablet:top-auto tablet:bottom-[calc(var(--bar-height,0px)+var(--selection-height,0px)+1rem)]';

const places: Record<'fullWindow' | 'dialog' | 'banner' | 'page', Place> = {
  // A dialog that fills the window has a bar at the top and its controls at the bottom, so the toast is below the bar.
  fullWindow: { position: 'fixed top-16 bottom-auto px-3 tablet:px-4', card: floatingCard },
  // On phones, a dialog is a sheet with its actions at the bottom, so the toast is at the top.
  dialog: {
    position: 'fixed px-3 max-tablet:top-2 max-tablet:bottom-auto tablet:top-auto tablet:bottom-4 tablet:px-4',
    card: floatingCard,
  },
  // The welcome toast stays for a long time, so it must cover only the offer at the top of the page.
  banner: {
    position: 'absolute top-0 bottom-auto px-0',
    card: 'w-full min-h-9 justify-center px-3 py-0 touch:min-h-11 max-tablet:text-sm *:first:flex-initial! *:first:py-0.5!',
  },
  page: {
    position: `fixed px-3 max-tablet:top-auto max-tablet:bottom-[calc(var(--bar-height,0px)+1rem)] tablet:px-4 ${aboveBar}`,
    card: floatingCard,
  },
};

function placeOf({ type }: Toast, inDialog: boolean, isFullWindow: boolean): Place {
  if (isFullWindow) return places.fullWindow;
  if (inDialog) return places.dialog;
  return places[type === 'welcome' && site.showsPromoBanner ? 'banner' : 'page'];
}

function FloatingToast({ toast, place }: { toast: Toast; place: Place }) {
  return (
    <div
      // The browser shows a popover in the top layer, so no element covers the popover and no ancestor cuts it.
      popover="manual"
      ref={(element) => element?.showPopover?.()}
      className={`pointer-events-none inset-x-0 m-0 flex h-auto w-full justify-center overflow-visible border-0 bg-transparent py-0 ${place.position}`}
    >
      <ToastCard toast={toast} className={place.card} />
    </div>
  );
}

function ToastCard({ toast, className }: { toast: Toast; className: string }) {
  const { t } = useTranslation();
  const style = styles[toast.type];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only gives more time to read.
    <div
      onPointerEnter={() => holdToast(true)}
      onPointerLeave={() => holdToast(false)}
      onFocus={() => holdToast(true)}
      onBlur={() => holdToast(false)}
      className={`pointer-events-auto flex animate-rise items-center gap-1 text-base ${className} ${style.card}`}
    >
      <span role={toast.type === 'destructive' ? 'alert' : undefined} className="me-2 min-w-0 flex-1 py-1.5 leading-snug">
        {toast.title && <strong className="block font-semibold">{toast.title}</strong>}
        {toast.message}
      </span>
      {toast.action && (
        <Button
          size="small"
          kind={style.action}
          className={style.action === 'bench' ? 'text-brass-bright!' : ''}
          onClick={() => {
            hideToast();
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton label={t('common.dismiss')} onClick={hideToast} className={style.close}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
