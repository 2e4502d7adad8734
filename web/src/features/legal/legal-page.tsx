import { useTranslation } from 'react-i18next';
import { site } from '#shared/site.ts';
import { Alert } from '#web/ui/alert.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { type LegalDocument, reviewNote } from './document.ts';
import { LegalLinks } from './legal-links.tsx';
import { privacy } from './privacy.ts';
import { refunds } from './refunds.ts';
import { terms } from './terms.ts';

export function TermsPage() {
  const { t } = useTranslation();
  return <LegalPage title={t('legal.terms')} document={terms} />;
}

export function PrivacyPage() {
  const { t } = useTranslation();
  return <LegalPage title={t('legal.privacy')} document={privacy} />;
}

export function RefundsPage() {
  const { t } = useTranslation();
  return <LegalPage title={t('legal.refunds')} document={refunds} />;
}

/**
 * A legal text in English, with the contact of the operator.
 * @param title the title in the language of the page
 */
function LegalPage({ title, document: { title: heading, updatedOn, summary, sections } }: { title: string; document: LegalDocument }) {
  const { t, i18n } = useTranslation();
  const { operator, contacts, areLegalTextsReviewed } = site;
  return (
    <>
      <PageTitle page={title} />
      <PageWidth width="read" className="pt-10 pb-4 lg:pt-16">
        {i18n.language !== 'en' && <p className="mb-4 text-base text-muted">{t('legal.english_only')}</p>}
        <article lang="en" className="max-w-3xl">
          <h1 className="text-6xl">{heading}</h1>
          <p className="mt-5 text-xl text-pretty text-muted">{summary}</p>
          {!areLegalTextsReviewed && (
            <Alert tone="warning" className="mt-6">
              {reviewNote}
            </Alert>
          )}
          {sections.map((section) => (
            <section key={section.heading}>
              <h2 className="mt-10 text-3xl">{section.heading}</h2>
              {section.paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-3">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
          <address className="mt-10 border-t border-line pt-6 text-base text-muted not-italic">
            {operator && <p>{operator}</p>}
            {contacts.support && (
              <p>
                <a href={`mailto:${contacts.support}`} className="text-accent-text underline underline-offset-4">
                  {contacts.support}
                </a>
              </p>
            )}
            <p className="mt-2">
              <time dateTime={updatedOn}>{updatedOn}</time>
            </p>
          </address>
        </article>
        <nav aria-label={t('legal.heading')} className="mt-6">
          <LegalLinks />
        </nav>
      </PageWidth>
    </>
  );
}
