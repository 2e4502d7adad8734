import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { ToastRegion } from './toast.tsx';
import { ModalContext, useModal } from './use-modal.ts';
import { useSheetDrag } from './use-sheet-drag.ts';

type Props = {
  open: boolean;
  /** Called when the user dismisses the sheet (Escape, close button, drag or a click beside the sheet). Not called when `open` changes. */
  onClose: () => void;
  title: string;
  /** Controls before and after the title, such as 'previous' and 'next'. */
  lead?: ReactNode;
  trail?: ReactNode;
  children: ReactNode;
  /** Buttons below the content. They stay in view while the content scrolls. */
  actions?: ReactNode;
  /**
   * Layout in wide windows: a dialog in the middle of the window, or a panel at its right edge. In right-to-left languages, the panel is at
   * the left edge.
   */
  wide?: 'dialog' | 'panel';
};

const layouts = {
  dialog: 'tablet:m-auto tablet:max-h-[85dvh] tablet:w-[calc(100vw-2rem)] tablet:max-w-xl tablet:rounded-xl tablet:open:animate-rise',
  panel:
    'tablet:me-0 tablet:ms-auto tablet:my-0 tablet:h-dvh tablet:max-h-dvh tablet:w-[26rem] tablet:max-w-[26rem] tablet:rounded-s-xl tablet:open:animate-rise',
};

/** A modal box for one task. On phones, the sheet is at the bottom of the window. */
export function Sheet({ open, onClose, title, lead, trail, children, actions, wide = 'dialog' }: Props) {
  const { t } = useTranslation();
  // The heading gets the focus. The first control is often a text field, and its focus would open the keyboard of a phone.
  const heading = useRef<HTMLHeadingElement>(null);
  const { id, element, dialogProps } = useModal({ open, onClose, initialFocus: heading });
  const drag = useSheetDrag(onClose);
  return (
    <dialog
      {...dialogProps}
      className={`border border-line bg-surface p-0 text-ink shadow-float max-tablet:mx-0 max-tablet:mt-auto max-tablet:mb-0 max-tablet:max-h-[calc(100dvh-3rem)] max-tablet:w-full max-tablet:max-w-full max-tablet:rounded-t-2xl max-tablet:border-x-0 max-tablet:border-b-0 max-tablet:open:animate-sheet ${layouts[wide]}`}
    >
      {open && (
        <ModalContext value={element}>
          <div className="flex h-full max-h-[inherit] flex-col">
            <ToastRegion dialog={id} look="sheet" />
            <div {...drag} className="touch-none pt-2 tablet:hidden">
              <span className="mx-auto block h-1 w-10 rounded-full bg-line-strong/60" />
            </div>
            <div className="flex items-center gap-1 px-4 pt-1 pb-2 tablet:px-6 tablet:pt-5">
              {lead}
              <h2
                ref={heading}
                id={`${id}-title`}
                tabIndex={-1}
                className="min-w-0 flex-1 truncate outline-none text-xl font-semibold tablet:text-2xl"
              >
                {title}
              </h2>
              {trail}
              <IconButton label={t('common.close')} onClick={onClose} className="-me-2 order-last">
                <X aria-hidden className="size-5" />
              </IconButton>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-1 pb-5 tablet:px-6">{children}</div>
            {actions && (
              <div className="flex gap-3 border-t border-line px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] *:flex-1 tablet:justify-end tablet:px-6 tablet:*:flex-none">
                {actions}
              </div>
            )}
          </div>
        </ModalContext>
      )}
    </dialog>
  );
}
