/** Scrolls to the top of an element unless the top is in the upper half of the window already. */
export function bringIntoView(element: HTMLElement | null): void {
  if (!element) return;
  const { top } = element.getBoundingClientRect();
  // What is fixed at the top covers this much of the window (app.css).
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  if (top < covered || top > window.innerHeight / 2) element.scrollIntoView({ block: 'start' });
}
