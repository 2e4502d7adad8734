/** Scrolls to the top of an element, unless the top is already in the upper half of the window. */
export function bringIntoView(element: HTMLElement | null): void {
  if (!element) return;
  const { top } = element.getBoundingClientRect();
  // Height of the fixed header (app.css).
  const headerHeight = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  if (top < headerHeight || top > window.innerHeight / 2) element.scrollIntoView({ block: 'start' });
}
