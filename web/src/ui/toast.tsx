import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand/react';
import { site } from '#shared/site.ts';
import { Button, IconButton } from './button.tsx';
import { useTopDialog } from './open-dialogs.ts';
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
  useEffect(() => {
    if (!toast || isHeld) return;
    const timer = window.setTimeout(hideToast, toast.durationMs);
    return () => window.clearTimeout(timer);
  }, [toast, isHeld]);
  return <ToastRegion />;
}

/**
 * Shows and announces a toast. The page and each dialog have a region, because an open modal dialog makes everything outside inert. Only
 * the region of the topmost dialog contains the toast. `isFullWindow` is true for a dialog without a margin.
 */
export function ToastRegion({ dialog, isFullWindow = false }: { dialog?: string; isFullWindow?: boolean }) {
  const toast = useStore(toastStore, (state) => state.toast);
  const isTop = useTopDialog() === dialog;
  return (
    <div role="status" aria-live="polite">
      {toast && isTop && <ToastCard key={toast.id} toast={toast} place={placeOf(toast, dialog !== undefined, isFullWindow)} />}
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

function ToastCard({ toast, place }: { toast: Toast; place: Place }) {
  const { t } = useTranslation();
  const style = styles[toast.type];
  return (
    <div
      // The browser shows a popover in the top layer, so no element covers the popover and no ancestor cuts it.
      popover="manual"
      ref={(element) => element?.showPopover?.()}
      className={`pointer-events-none inset-x-0 m-0 flex h-auto w-full justify-center overflow-visible border-0 bg-transparent py-0 ${place.position}`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only gives more time to read. */}
      <div
        onPointerEnter={() => holdToast(true)}
        onPointerLeave={() => holdToast(false)}
        onFocus={() => holdToast(true)}
        onBlur={() => holdToast(false)}
        className={`pointer-events-auto flex animate-rise items-center gap-1 text-base ${place.card} ${style.card}`}
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
    </div>
  );
}
