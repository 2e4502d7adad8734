/**
 * A ref for a control that goes away when it has been used: if it holds the focus then, the nearest thing around it that can take
 * the focus gets it, rather than nothing.
 */
export function handFocusOn(control: HTMLElement | null) {
  return () => {
    if (control && document.activeElement === control) control.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
}
