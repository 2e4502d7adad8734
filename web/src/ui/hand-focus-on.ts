/** Ref for a control that disappears after use. If it has the focus then, the nearest focusable ancestor receives it. */
export function handFocusOn(control: HTMLElement | null) {
  return () => {
    if (control && document.activeElement === control) control.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
}
