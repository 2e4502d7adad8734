import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { ReadinessList } from '#web/features/readiness/readiness-list.tsx';
import { PromptBox } from '#web/ui/prompt-box.tsx';
import { AiDisclosure } from './ai-disclosure.tsx';
import type { ReviewItem } from './review-item.ts';

type Props = {
  item: ReviewItem;
  /** If undefined, the prompt cannot be edited. */
  onPrompt: ((prompt: string) => void) | undefined;
  settings: ReactNode;
  aiWrite: ReactNode;
  /** False in the sheet of phones, because the title of the sheet is the name. */
  hasName: boolean;
  onStale: () => void;
};

/** The photo, the settings, the price and the prompt of a result, and the settings for another attempt (redo). */
export function ItemInfo({ item, onPrompt, settings, aiWrite, hasName, onStale }: Props) {
  const { t } = useTranslation();
  const picture = item.photo ?? item.poster;
  return (
    <div className="space-y-5">
      <div className="flex items-center gap-4">
        {picture && (
          <img
            src={picture}
            alt={item.photo ? t('batch.photo_alt', { title: item.name }) : ''}
            onError={onStale}
            className="pane h-22.5 w-18 shrink-0 bg-sand object-cover"
          />
        )}
        <div className="min-w-0 text-sm text-muted">
          {hasName && (
            <h3
              className="mb-1 line-clamp-2 font-display text-[1.375rem] leading-tight font-semibold tracking-[-0.015em] wrap-anywhere text-ink"
              title={item.name}
            >
              {item.name}
            </h3>
          )}
          {item.details.map((line) => (
            <p key={line} className="money">
              {line}
            </p>
          ))}
          <p className="money mt-0.5">
            <span className="font-semibold text-success">{t('state.ready')}</span>
            {item.paid && ` · ${t('batch.result.charged', { amount: item.paid })}`}
          </p>
        </div>
      </div>
      <ReadinessList probe={item.probe} result={item.canFinish ? item.downloadUrl : undefined} />
      {item.redo && !item.isRedoing && onPrompt ? (
        <div>
          <PromptBox
            label={t('batch.prompt')}
            value={item.prompt}
            onChange={onPrompt}
            placeholder={t(`${item.kind}.prompt_placeholder`, { prompt: t('image.default_prompt') })}
            charactersMax={promptCharactersMax}
            tooLong={(used) => t('batch.prompt_too_long', { used, characters: promptCharactersMax })}
            rows={4}
            action={aiWrite}
          />
          <p className="mt-2 text-sm text-muted">{t(`review.redo_hint_${item.kind}`)}</p>
        </div>
      ) : (
        item.prompt && (
          <div>
            <h4 className="mb-1 text-sm text-muted">{t('batch.prompt')}</h4>
            <p className="wrap-anywhere whitespace-pre-line">{item.prompt}</p>
          </div>
        )
      )}
      {item.redo && !item.isRedoing && settings && (
        <div>
          <h4 className="mb-1.5 text-sm text-muted">{t('review.redo_settings')}</h4>
          <div className="flex flex-wrap gap-1.5">{settings}</div>
        </div>
      )}
      <AiDisclosure kind={item.fileKind ?? item.kind} />
    </div>
  );
}
