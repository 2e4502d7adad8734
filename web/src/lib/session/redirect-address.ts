/** Where to go after sign-in (SPEC 2, /auth/callback; Q61: only a path of our own origin, or anybody could send a seller away). */
export const redirectKey = 'auth_redirect_url';

/** The stored address if it is a path of this origin, otherwise the home page. */
export function safeRedirect(stored: string | undefined, origin: string): string {
  if (!stored?.startsWith('/')) return '/';
  const url = URL.canParse(stored, origin) ? new URL(stored, origin) : undefined;
  // A path such as //evil.example is another site's address where it is used next.
  if (url?.origin !== origin || url.pathname.startsWith('//') || url.pathname.startsWith('/auth/')) return '/';
  return url.pathname + url.search;
}
