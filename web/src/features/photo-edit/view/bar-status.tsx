import { useTranslation } from 'react-i18next';
import { photoEditPrices } from '#shared/photo-edit/prices.ts';
import { dollars } from '#web/lib/money.ts';
import { Reason } from '#web/ui/action-bar.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { presetOf } from '../presets.ts';
import { idsToEdit, isRepeat, isRunning, progressOf } from '../store/selectors.ts';
import { useEdit, useEditEntries, useParsedChoices } from './use-edit.ts';

/** The text at the start of the bar: the missing input, the next order, or the progress of the edits. */
export function BarStatus() {
  const { t } = useTranslation();
  const restored = useEdit((state) => state.restored);
  const running = useEdit(isRunning);
  const hasItems = useEdit(({ items, draft }) => draft.photos.some(({ id }) => items.has(id)));
  const repeats = useEdit(isRepeat);
  const { faults } = useParsedChoices();
  const [fault] = faults;
  if (running || (hasItems && !fault && !repeats)) return <Progress />;
  if (fault || !restored)
    return (
      <Reason id="edit-reason" waiting={!restored} className="max-tablet:text-sm/tight">
        {t(`photo_edit.fault.${fault ?? 'photo'}`)}
      </Reason>
    );
  return <NextOrder />;
}

/** Describes the order that the next click sends. */
function NextOrder() {
  const { t } = useTranslation();
  const { settings } = useParsedChoices();
  const count = useEdit((state) => idsToEdit(state).length);
  const preset = useEdit(({ draft }) => presetOf(draft.choices));
  return (
    <div>
      <p className="font-semibold max-tablet:line-clamp-3 max-tablet:text-sm/tight">
        {t('photo_edit.prepared', { count, name: preset ? t(`photo_edit.preset.${preset}.name`) : t('photo_edit.own_settings') })}
      </p>
      <p className="text-sm text-muted max-tablet:hidden">
        <span className="money">
          {count} × {dollars(photoEditPrices[settings.apiMode])}
        </span>{' '}
        · {t('photo_edit.fails_free')}
      </p>
    </div>
  );
}

function Progress() {
  const { t } = useTranslation();
  const { total, ready, failed, paid } = useEditEntries(progressOf);
  const running = useEdit(isRunning);
  const uploading = useEdit(({ sending }) => sending?.phase === 'uploading');
  const isOnly = useEdit(({ draft }) => draft.photos.length === 1);
  // For the only photo, a counter has no use. On phones, the text then has the space of the counter.
  const textClass = isOnly ? '' : 'max-tablet:sr-only';
  return (
    <div className="flex flex-wrap items-center gap-x-4 max-tablet:gap-x-2.5">
      {!isOnly && (
        <p className="money font-display text-3xl/none font-semibold max-tablet:text-2xl/none">
          {ready}
          <span className="text-lg text-muted">/{total}</span>
        </p>
      )}
      {uploading ? (
        <p className={`text-sm text-muted ${isOnly ? '' : 'max-tablet:hidden'}`}>{t('state.uploading')}</p>
      ) : running && ready === 0 ? (
        <p className={`flex items-center gap-1.5 ${textClass}`}>
          <Dot tone="running" />
          {t('photo_edit.started', { count: total })}
        </p>
      ) : (
        (ready > 0 || !isOnly) && (
          <p className={`flex items-center gap-1.5 ${textClass}`}>
            <Dot tone="done" />
            {t('bench.ready_count', { count: ready })}
          </p>
        )
      )}
      {failed > 0 && (
        <p className="flex items-center gap-1.5 font-semibold text-danger">
          <Dot tone="failed" />
          <span className={textClass}>{t('bench.failed_count', { count: failed })}</span>
          {!isOnly && (
            <span aria-hidden className="money tablet:hidden">
              {failed}
            </span>
          )}
        </p>
      )}
      <p className={`money text-sm text-muted max-tablet:hidden ${running && paid === 0 ? 'invisible' : ''}`}>
        {t(failed > 0 ? 'bench.paid_failed_free' : 'bench.paid', { amount: dollars(paid) })}
      </p>
      {running && (
        <p className="max-w-104 border-s border-line ps-4 text-sm/tight text-pretty text-muted max-desktop:hidden">
          {t('photo_edit.settings_running')}
        </p>
      )}
    </div>
  );
}
