import { lazy, type ReactNode, Suspense, useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { partAtFirstUse } from '#web/lib/lazy-part.tsx';
import { useLocation } from '#web/lib/router.tsx';
import { Boundary, PartFailed } from '#web/ui/boundary.tsx';
import { Header } from './header.tsx';
import { PromoBanner } from './promo-banner.tsx';
import { StatusNotice } from './status-notice.tsx';
import { useScrollPosition } from './use-scroll-position.ts';

// A user sees the footer only after scrolling, so it must not delay the visible part of the page.
const Footer = partAtFirstUse(async () => (await import('./footer.tsx')).Footer);
const footerSpace = <div className="mt-20 min-h-64 border-t border-line bg-sand" />;
// The build prerenders the footer. React keeps the prerendered footer until its file has loaded, but only if this element is always the
// same.
const footer = (
  <Boundary fallback={footerSpace}>
    <Suspense fallback={footerSpace}>
      <Footer />
    </Suspense>
  </Boundary>
);

// Only users who return from a payment need this component. It must not delay the first page of a new visitor.
const PaymentReturn = lazy(async () => ({ default: (await import('#web/features/credits/payment-return.tsx')).PaymentReturn }));
const isPaymentReturn = (search: string): boolean => {
  const query = new URLSearchParams(search);
  return query.get('payment') === 'success' || query.get('from') === 'payment';
};

/** Layout of most pages. Navigation moves the focus to the new page. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const main = useRef<HTMLElement>(null);
  useScrollPosition(useCallback(() => main.current?.focus({ preventScroll: true }), []));

  return (
    <div className="flex min-h-[calc(100dvh-var(--bar-height,0px))] flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-3 focus:rounded-md focus:bg-ink focus:px-4 focus:py-3 focus:text-paper"
      >
        {t('nav.skip')}
      </a>
      <Boundary fallback={<PartFailed />}>
        <StatusNotice />
        <PromoBanner />
        <Header />
      </Boundary>
      <main ref={main} id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      {footer}
      <Boundary fallback={<PartFailed />}>
        {isPaymentReturn(search) && (
          <Suspense fallback={null}>
            <PaymentReturn />
          </Suspense>
        )}
      </Boundary>
    </div>
  );
}
