/** Ref for a control that disappears after its use. If it has the focus at this time, the nearest focusable ancestor gets the focus. */
export function passFocusToAncestor(control: HTMLElement | null) {
  return () => {
    if (control && document.activeElement === control) control.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
}
