import type { ReactNode } from 'react';
import { PageTitle } from '#web/ui/page-title.tsx';

type Props = { title: string; icon: ReactNode; children: ReactNode; actions: ReactNode };

/** The card that says how a payment stands. */
export function PaymentFrame({ title, icon, children, actions }: Props) {
  return (
    <section className="w-full max-w-md rounded-lg border border-line bg-surface p-6 text-center shadow-card sm:p-8">
      <PageTitle page={title} />
      <span className="mx-auto grid size-14 place-items-center">{icon}</span>
      <h1 className="mt-4 text-xl font-semibold">{title}</h1>
      {children}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-3 max-xs:flex-col-reverse">{actions}</div>}
    </section>
  );
}
