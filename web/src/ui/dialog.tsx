import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { addOpenDialog } from './open-dialogs.ts';
import { ToastRegion } from './toast.tsx';

type Props = {
  open: boolean;
  /** Called when the user dismisses the dialog by Escape, the close button or a click beside it; not when `open` closes it. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, in reading order. */
  actions?: ReactNode;
  /** An urgent message rather than a form. */
  alert?: boolean;
  wide?: boolean;
};

/**
 * A modal dialog based on the browser's `dialog`, which handles focus and Escape. Unlike libraries that lock scrolling with a style
 * element, it works under a strict content security policy.
 */
export function Dialog({ open, onClose, title, children, actions, alert = false, wide = false }: Props) {
  const { t } = useTranslation();
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();

  const pressedBeside = useRef(false);

  useEffect(() => {
    const dialog = element.current;
    if (!open || !dialog) return;
    dialog.showModal();
    const remove = addOpenDialog(id);
    return () => {
      remove();
      dialog.close();
    };
  }, [open, id]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes a dialog on Escape; the click handler is for the backdrop.
    <dialog
      ref={element}
      {...(alert && { role: 'alertdialog' })}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={() => open && onClose()}
      // A text selection that ends outside also sends a click to the dialog, so the pointer must have gone down outside, too.
      onPointerDown={(event) => {
        pressedBeside.current = isBeside(event);
      }}
      onClick={(event) => pressedBeside.current && isBeside(event) && onClose()}
      className={`w-[calc(100vw-2rem)] rounded-lg border border-line bg-surface p-0 text-ink shadow-float open:animate-rise ${wide ? 'max-w-2xl' : 'max-w-lg'}`}
    >
      {open && (
        <div className="relative flex max-h-[85dvh] max-sm:max-h-[92dvh] flex-col">
          <h2 id={`${id}-title`} className="px-6 pe-16 pt-6 text-xl font-semibold">
            {title}
          </h2>
          <div id={`${id}-text`} className="overflow-y-auto overscroll-contain px-6 pt-3 pb-6">
            {children}
          </div>
          {actions && (
            <div className="flex flex-wrap justify-end gap-3 border-t border-line bg-paper px-6 py-4 max-xs:flex-col-reverse">
              {actions}
            </div>
          )}
          {/* Last in order, so that the focus starts in the content of the dialog. */}
          <IconButton label={t('common.close')} onClick={onClose} className="absolute end-4 top-4.5">
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      )}
      <ToastRegion dialog={id} />
    </dialog>
  );
}

/** Whether a pointer is on the backdrop, which belongs to the dialog element. */
function isBeside({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
