import { PackageOpen } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreateQuoteRequest, OrderItemRequest } from '#shared/order/api.ts';
import { knownFields, unknownField } from '#shared/order/prompt.ts';
import { useSignIn } from '#web/features/auth/sign-in.ts';
import { useSearchParams } from '#web/lib/router.tsx';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useCreateQuote } from './create-quote.ts';
import { itemsOf, kindParameter, type OrderProduct, storedProducts } from './products.ts';
import { PromptChoice, type PromptSource } from './prompt-choice.tsx';
import { DirectionExample, PromptExample } from './prompt-example.tsx';
import { PromptField } from './prompt-field.tsx';
import { QuotePanel } from './quote-panel.tsx';
import { settingsOfKind } from './settings.ts';
import { SettingsFields } from './settings-fields.tsx';

/** Orders videos or images for many products (docs/spec.md 5.16). */
export function OrderPage() {
  const { t } = useTranslation();
  const session = useSession();
  const signIn = useSignIn();
  const [products] = useState(storedProducts);
  return (
    <>
      <PageTitle page={t('order.new.title')} />
      <PageWidth className="pt-8 lg:pt-12">
        <h1 className="text-4xl font-semibold">{t('order.new.title')}</h1>
        <p className="mt-2 max-w-2xl text-muted">{t('order.new.subtitle')}</p>
        {session.status === 'loading' && <Loading label={t('common.loading')} className="py-20" />}
        {session.status === 'anonymous' && (
          <EmptyState
            icon={<PackageOpen />}
            title={t('order.new.signed_out')}
            action={
              <Button kind="primary" onClick={signIn}>
                {t('auth.login')}
              </Button>
            }
          />
        )}
        {session.status === 'user' && itemsOf(products).length === 0 && <EmptyState icon={<PackageOpen />} title={t('order.new.empty')} />}
        {session.status === 'user' && itemsOf(products).length > 0 && <OrderForm products={products} />}
      </PageWidth>
    </>
  );
}

/** The settings of the order, and beside them its price. A changed setting needs a new price. */
function OrderForm({ products }: { products: OrderProduct[] }) {
  const { t, i18n } = useTranslation();
  const [query] = useSearchParams();
  const [settings, setSettings] = useState(() => settingsOfKind(query.get(kindParameter) === 'image' ? 'image' : 'video'));
  const [source, setSource] = useState<PromptSource>('one');
  /** The text of each source is kept, so that no text is lost if the seller changes the source. */
  const [texts, setTexts] = useState<Record<PromptSource, string>>({ one: '{title}', each: '' });
  const quote = useCreateQuote();
  const items = itemsOf(products);
  const leftOutCount = products.length - items.length;
  const known = knownFields(items);
  const prompt = texts[source];
  const isAiWrite = source === 'each';
  const unknown = unknownField(prompt, known);
  const isReady = unknown === undefined && (isAiWrite || settings.kind === 'image' || prompt.trim() !== '');
  const example = items[0] as OrderItemRequest;
  const readPrice = () => {
    const aiWrite = isAiWrite && { aiWrite: { language: i18n.language } };
    const request = { quoteId: crypto.randomUUID(), prompt, ...aiWrite, items, ...settings } as CreateQuoteRequest;
    if (isReady && !quote.isPending) quote.mutate(request);
  };
  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_23rem]">
      <Panel title={t(`bench.short.order_${settings.kind}`, { count: items.length })} className="grid gap-5">
        {leftOutCount > 0 && <p className="text-sm text-muted">{t('order.new.no_photo', { number: leftOutCount })}</p>}
        <SettingsFields
          settings={settings}
          onChange={(next) => {
            quote.reset();
            setSettings(next);
          }}
        />
        <PromptChoice
          source={source}
          onChange={(next) => {
            quote.reset();
            setSource(next);
          }}
        />
        <PromptField
          label={t(isAiWrite ? 'order.new.direction' : 'batch.prompt')}
          {...(isAiWrite && { hint: t('order.new.direction_hint') })}
          prompt={prompt}
          fields={[...known]}
          unknown={unknown}
          example={isAiWrite ? <DirectionExample prompt={prompt} product={example} /> : <PromptExample prompt={prompt} product={example} />}
          onChange={(next) => {
            quote.reset();
            setTexts({ ...texts, [source]: next });
          }}
        />
      </Panel>
      <QuotePanel {...{ settings, quote, isReady, isAiWrite }} count={items.length} onReadPrice={readPrice} />
    </div>
  );
}
