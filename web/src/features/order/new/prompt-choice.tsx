import { Sparkles, Type } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { RadioCards } from '#web/ui/radio-cards.tsx';

/** `one`: the seller writes one prompt for all products. `each`: AI Write writes a prompt for each product. */
export type PromptSource = 'one' | 'each';

type Props = { source: PromptSource; onChange: (source: PromptSource) => void };

export function PromptChoice({ source, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <RadioCards
      label={t('order.new.prompts')}
      value={source}
      options={[
        { value: 'one', label: t('order.new.one_prompt'), hint: t('order.new.one_prompt_hint'), icon: <Type aria-hidden /> },
        { value: 'each', label: t('order.new.ai_write'), hint: t('order.new.ai_write_hint'), icon: <Sparkles aria-hidden /> },
      ]}
      onChange={onChange}
      className="sm:grid-cols-2"
    />
  );
}
