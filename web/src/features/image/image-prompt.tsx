import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { defaultImagePrompt } from '#shared/image/defaults.ts';
import { PromptBox } from '#web/ui/prompt-box.tsx';

type Props = { value: string; onChange: (prompt: string) => void; disabled: boolean };

/** Room for an image's prompt. Where nothing is written it shows what is asked for then (Q35). */
export function ImagePrompt(props: Props) {
  const { t } = useTranslation();
  return (
    <PromptBox
      {...props}
      label={t('batch.prompt')}
      placeholder={t('image.prompt_placeholder', { prompt: defaultImagePrompt })}
      charactersMax={promptCharactersMax}
      tooLong={(used) => t('batch.prompt_too_long', { used, characters: promptCharactersMax })}
    />
  );
}
