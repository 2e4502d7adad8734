/** Ref for a control that disappears after it is used. If the control has the focus then, the nearest focusable ancestor gets the focus. */
export function passFocusToAncestor(control: HTMLElement | null) {
  return () => {
    if (control && document.activeElement === control) control.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
}
