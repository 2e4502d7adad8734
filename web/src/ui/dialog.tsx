import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { ToastRegion } from './toast.tsx';
import { ModalContext, useModal } from './use-modal.ts';

type Props = {
  open: boolean;
  /** Called when the user dismisses the dialog (Escape, close button or a click beside the dialog). Not called when `open` changes. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, in reading order. */
  actions?: ReactNode;
  /** Whether the dialog is an urgent message instead of a form. */
  alert?: boolean;
  /** `double`: wide enough for two columns. `window`: most of the window, for a task with several steps. */
  wide?: boolean | 'double' | 'window';
};

const widths = {
  false: 'max-w-lg',
  true: 'max-w-2xl',
  double: 'max-w-5xl',
  window: 'max-w-[78rem] max-tablet:w-screen max-tablet:max-w-none',
};

/** A modal dialog in the middle of the window. */
export function Dialog({ open, onClose, title, children, actions, alert = false, wide = false }: Props) {
  const { t } = useTranslation();
  const isWindow = wide === 'window';
  // The content of a large dialog changes while it is open, so the heading gets the focus.
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, element, dialogProps } = useModal({ open, onClose, ...(isWindow && { initialFocus: heading }) });
  return (
    <dialog
      {...dialogProps}
      {...(alert && { role: 'alertdialog' })}
      aria-describedby={`${id}-text`}
      className={`w-[calc(100vw-2rem)] rounded-xl border border-line bg-surface p-0 text-ink shadow-float open:animate-rise ${widths[String(wide) as keyof typeof widths]}`}
    >
      {open && (
        <ModalContext value={element}>
          <div
            className={`relative flex flex-col ${isWindow ? 'h-[min(54rem,100dvh-4rem)] max-tablet:h-[92dvh]' : 'max-h-[85dvh] max-tablet:max-h-[92dvh]'}`}
          >
            <h2
              ref={heading}
              id={`${id}-title`}
              tabIndex={-1}
              className="px-4 pe-16 pt-5 text-2xl font-semibold outline-none tablet:px-6 tablet:pt-6"
            >
              {title}
            </h2>
            <div
              id={`${id}-text`}
              className={`flex-1 overflow-y-auto overscroll-contain px-4 pt-3 pb-6 tablet:px-6 ${isWindow ? 'flex flex-col *:shrink-0' : ''}`}
            >
              {children}
            </div>
            {actions && (
              <div className="flex flex-wrap justify-end gap-3 border-t border-line px-4 py-4 max-xs:flex-col-reverse tablet:px-6">
                {actions}
              </div>
            )}
            {/* The close button is the last element, so that the focus starts in the content of the dialog. */}
            <IconButton label={t('common.close')} onClick={onClose} className="absolute end-3 top-4 tablet:end-4 tablet:top-5">
              <X aria-hidden className="size-5" />
            </IconButton>
          </div>
        </ModalContext>
      )}
      <ToastRegion dialog={id} />
    </dialog>
  );
}
