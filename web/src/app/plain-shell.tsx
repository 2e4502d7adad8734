import { Link, Outlet } from 'react-router';
import { Logo } from './logo.tsx';
import { paths } from './paths.ts';

/** What stands around the pages that a payment comes back to: they share no layout with the others (SPEC 2), but the way home. */
export function PlainShell() {
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 px-4 py-10">
      <Link to={paths.home} className="rounded-sm">
        <Logo full />
      </Link>
      <Outlet />
    </main>
  );
}
