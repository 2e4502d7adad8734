import type { ReactNode } from 'react';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Panel } from '#web/ui/panel.tsx';

type Props = { title: string; icon: ReactNode; children: ReactNode; actions: ReactNode };

/** The card that shows the state of a payment. */
export function PaymentFrame({ title, icon, children, actions }: Props) {
  return (
    <Panel className="w-full max-w-md text-center">
      <PageTitle page={title} />
      <span className="mx-auto grid size-14 place-items-center">{icon}</span>
      <h1 className="mt-4 text-2xl font-semibold">{title}</h1>
      {children}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-3 max-xs:flex-col-reverse">{actions}</div>}
    </Panel>
  );
}
