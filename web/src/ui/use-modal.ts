import { createContext, type MouseEvent, type RefObject, type SyntheticEvent, useContext, useEffect, useId, useRef } from 'react';
import { addOpenDialog } from './open-dialogs.ts';
import { useRootMark } from './use-root-mark.ts';

type Modal = {
  open: boolean;
  onClose: () => void;
  /** The element that receives the focus. By default, the browser focuses the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Whether the dialog is as large as the window. */
  isFullWindow?: boolean;
};

/**
 * State of a modal `dialog` element. The browser keeps the focus inside the dialog and handles Escape. Libraries lock scrolling with a
 * style element, but a strict content security policy blocks such an element. This hook does not need it.
 */
export function useModal({ open, onClose, initialFocus, isFullWindow = false }: Modal) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  const startedOnBackdrop = useRef(false);
  /**
   * The browser dispatches a close event in a later task. By then, the dialog can be open again, so the events of the effect below are
   * counted and ignored.
   */
  const ownCloseEvents = useRef(0);
  useRootMark('modal', open);
  useRootMark('full-window', open && isFullWindow);

  useEffect(() => {
    const dialog = element.current;
    if (!open || !dialog) return;
    dialog.showModal();
    initialFocus?.current?.focus();
    const remove = addOpenDialog(id);
    return () => {
      remove();
      if (!dialog.open) return;
      ownCloseEvents.current += 1;
      dialog.close();
    };
  }, [open, id, initialFocus]);

  /** React also calls this function for the close event of a dialog inside this dialog. */
  function handleClose({ target, currentTarget }: SyntheticEvent<HTMLDialogElement>): void {
    if (target !== currentTarget) return;
    if (ownCloseEvents.current > 0) ownCloseEvents.current -= 1;
    else if (open) onClose();
  }

  return {
    id,
    element,
    /** Properties of the dialog element. */
    dialogProps: {
      ref: element,
      'aria-labelledby': `${id}-title`,
      onClose: handleClose,
      // A text selection that ends on the backdrop also causes a click. So a click closes the dialog only if it started on the backdrop.
      onPointerDown: (event: MouseEvent<HTMLDialogElement>) => {
        startedOnBackdrop.current = isOnBackdrop(event);
      },
      onClick: (event: MouseEvent<HTMLDialogElement>) => {
        if (startedOnBackdrop.current && isOnBackdrop(event)) onClose();
      },
    },
  };
}

/** Whether a pointer is on the backdrop. The backdrop is part of the dialog element. */
function isOnBackdrop({ target, currentTarget, clientX, clientY }: MouseEvent<HTMLDialogElement>): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

/** The innermost modal dialog around a component. Everything outside this dialog is inert, so menus must open inside the dialog. */
export const ModalContext = createContext<RefObject<HTMLDialogElement | null> | undefined>(undefined);

export const useModalElement = () => useContext(ModalContext);
