import type { TFunction } from 'i18next';
import { videoModels } from '#shared/catalogue.ts';
import { signupBonusCents } from '#shared/credits/ledger.ts';
import { dollars } from '#web/lib/money.ts';
import { priceWithoutAudio } from './price-without-audio.ts';

/**
 * The questions on the landing page with their answers. The structured data for search engines uses the same list (web/src/prerender.tsx).
 */
export function frequentQuestions(t: TFunction): (readonly [question: string, answer: string])[] {
  const enabled = videoModels.filter(({ isEnabled }) => isEnabled);
  const best = enabled.find(({ isRecommended }) => isRecommended);
  const fast = enabled.find(({ isRecommended }) => !isRecommended);
  const values = {
    ...(best && { best: dollars(priceWithoutAudio(best.id, best.specs.durationSeconds)), bestName: best.displayName }),
    ...(fast && { fast: dollars(priceWithoutAudio(fast.id, fast.specs.durationSeconds)), fastName: fast.displayName }),
    bonus: dollars(signupBonusCents),
  };
  return [
    [t('landing.faq.cost'), t('landing.faq.cost_text', values)],
    [t('landing.faq.start'), t('landing.faq.start_text', values)],
    [t('landing.faq.failed'), t('landing.faq.failed_text')],
    [t('landing.faq.photos'), t('landing.faq.photos_text')],
    [t('landing.faq.shape'), t('landing.faq.shape_text', values)],
    [t('landing.faq.time'), t('landing.faq.time_text')],
  ];
}
