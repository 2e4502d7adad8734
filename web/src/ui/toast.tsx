import { X } from 'lucide-react';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from './button.tsx';
import { useTopDialog } from './open-dialogs.ts';

/** How long a toast is shown, in milliseconds (docs/spec.md 2.6). */
export const toastDurationMs = 2_500;
export const welcomeToastDurationMs = 20_000;

/** Toast types (docs/spec.md 2.6). */
type ToastType = 'default' | 'welcome' | 'destructive';

const toastColors: Record<ToastType, { card: string; close: string }> = {
  default: { card: 'bg-ink text-paper', close: 'text-paper/80' },
  welcome: { card: 'border border-brass bg-brass-soft text-ink', close: '' },
  destructive: { card: 'border border-danger bg-danger-soft text-danger', close: '' },
};

export type Toast = {
  id: number;
  title?: string;
  message: string;
  type: ToastType;
  durationMs: number;
  action?: { label: string; run: () => void };
};

export type ShowToast = (toast: {
  title?: string;
  message: string;
  type?: Toast['type'];
  durationMs?: number;
  action?: Toast['action'];
}) => void;

const ToastContext = createContext<ShowToast | undefined>(undefined);

/** @throws if there is no ToastProvider around the component. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error('useToast needs a ToastProvider around it');
  return show;
}

/** A toast caused by a user action has priority: the welcome toast waits until it has closed. */
const mayReplace = (shown: Toast | undefined, next: Toast): boolean =>
  shown === undefined || next.type !== 'welcome' || shown.type === 'welcome';

/** Shows one toast at a time: a new one replaces the previous one. It stays while it is hovered or has the focus. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [{ toast }, setToasts] = useState<{ toast?: Toast; waiting?: Toast }>({});
  const [held, setHeld] = useState(false);
  const nextId = useRef(1);

  const show = useCallback<ShowToast>(({ title, message, type = 'default', durationMs = toastDurationMs, action }) => {
    const next = { id: nextId.current++, ...(title && { title }), message, type, durationMs, ...(action && { action }) };
    setToasts((shown) => (mayReplace(shown.toast, next) ? { ...shown, toast: next } : { ...shown, waiting: next }));
  }, []);
  const hide = useCallback(() => {
    setToasts(({ waiting }) => (waiting ? { toast: waiting } : {}));
    setHeld(false);
  }, []);

  useEffect(() => {
    if (!toast || held) return;
    const timer = window.setTimeout(hide, toast.durationMs);
    return () => window.clearTimeout(timer);
  }, [toast, held, hide]);

  return (
    <ToastContext value={show}>
      <ShownToastContext value={useMemo(() => ({ toast, setHeld, hide }), [toast, hide])}>
        {children}
        <ToastRegion />
      </ShownToastContext>
    </ToastContext>
  );
}

type ShownToast = { toast: Toast | undefined; setHeld: (held: boolean) => void; hide: () => void };
const ShownToastContext = createContext<ShownToast | undefined>(undefined);

/**
 * Shows and announces a toast. There is one region on the page and one in each dialog, because an open modal dialog makes the page
 * outside inert. Only the region of the topmost dialog has the toast.
 */
export function ToastRegion({ dialog }: { dialog?: string }) {
  const shown = useContext(ShownToastContext);
  const isTop = useTopDialog() === dialog;
  return (
    <div role="status" aria-live="polite">
      {shown?.toast && isTop && <ToastCard key={shown.toast.id} {...shown} toast={shown.toast} inDialog={dialog !== undefined} />}
    </div>
  );
}

function ToastCard({ toast, inDialog, setHeld, hide }: ShownToast & { toast: Toast; inDialog: boolean }) {
  const { t } = useTranslation();
  const colors = toastColors[toast.type];
  return (
    <div
      // A popover is in the top layer: nothing covers it, and no ancestor clips it.
      popover="manual"
      ref={(element) => element?.showPopover?.()}
      className={`pointer-events-none fixed inset-x-0 m-0 flex h-auto w-full justify-center overflow-visible border-0 bg-transparent p-0 px-4 ${inDialog ? 'top-4 bottom-auto' : 'top-auto bottom-[calc(var(--bar-height,0px)+1rem)]'}`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering only gives more time to read. */}
      <div
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
        className={`pointer-events-auto flex max-w-xl animate-rise items-center gap-3 rounded-md py-2 ps-4 pe-2 text-sm shadow-float ${colors.card}`}
      >
        <span role={toast.type === 'destructive' ? 'alert' : undefined} className="py-1.5">
          {toast.title && <strong className="block font-semibold">{toast.title}</strong>}
          {toast.message}
        </span>
        {toast.action && (
          <Button
            size="small"
            onClick={() => {
              toast.action?.run();
              hide();
            }}
          >
            {toast.action.label}
          </Button>
        )}
        <IconButton label={t('common.dismiss')} onClick={hide} className={colors.close}>
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  );
}
