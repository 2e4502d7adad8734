/** The URL to open after a sign-in. It must be a path of our site, so that an attacker cannot redirect a user (docs/spec.md 3.2). */
export const redirectKey = 'auth_redirect_url';

/** Returns the stored URL if it is a path of our site. Otherwise, returns the path of the home page. */
export function safeRedirect(stored: string | undefined, origin: string): string {
  if (!stored?.startsWith('/')) return '/';
  const url = URL.canParse(stored, origin) ? new URL(stored, origin) : undefined;
  // A browser would interpret a path such as //evil.example as the URL of another site.
  if (url?.origin !== origin || url.pathname.startsWith('//') || url.pathname.startsWith('/auth/')) return '/';
  return url.pathname + url.search;
}
