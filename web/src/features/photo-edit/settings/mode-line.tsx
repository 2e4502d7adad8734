import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { apiModes, photoEditPrices } from '#shared/photo-edit/prices.ts';
import { dollars } from '#web/lib/money.ts';
import { chooseMode } from '../store/photo-edit-tool.ts';
import { useEdit } from '../view/use-edit.ts';

/** The two calls with their prices. A preset also chooses the call, so this line is small, and most sellers only read it. */
export function ModeLine() {
  const { t } = useTranslation();
  const group = useId();
  const apiMode = useEdit(({ draft }) => draft.choices.apiMode);
  return (
    <fieldset className="flex min-w-0 items-start gap-4 text-sm text-muted">
      <legend className="sr-only">{t('photo_edit.mode_label')}</legend>
      {/* In a narrow panel, the two calls need the whole line. */}
      <span aria-hidden className="flex min-h-8 items-center max-desktop:hidden touch:min-h-11">
        {t('photo_edit.mode_label')}
      </span>
      <div className="flex min-w-0 flex-wrap gap-x-4 max-desktop:gap-x-3">
        {apiModes.map((value) => (
          <label
            key={value}
            className="relative inline-flex min-h-8 cursor-pointer items-center gap-2 rounded-sm transition-colors hover:text-ink has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text touch:min-h-11"
          >
            <input
              type="radio"
              name={group}
              value={value}
              checked={value === apiMode}
              onChange={() => chooseMode(value)}
              className="size-4 shrink-0 cursor-pointer appearance-none rounded-full border-[1.5px] border-line-strong bg-surface outline-none checked:border-[5px] checked:border-accent-text"
            />
            <span>
              {t(`photo_edit.mode.${value}`)} <span className="money text-brass">{dollars(photoEditPrices[value])}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
