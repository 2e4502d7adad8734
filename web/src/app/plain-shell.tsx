import type { ReactNode } from 'react';
import { Link } from '#web/lib/router.tsx';
import { Logo } from './logo.tsx';
import { paths } from './paths.ts';

/** Layout of the payment return pages: only the logo with a link home (docs/spec.md 13.5, 13.6). */
export function PlainShell({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-6 px-4 py-10">
      <Link to={paths.home} className="-m-1.5 rounded-sm p-1.5">
        <Logo full />
      </Link>
      {children}
    </main>
  );
}
