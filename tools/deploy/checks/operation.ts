/** Checks settings that only the operation of the site needs. A deployment works without them. */
import { site } from '#shared/site.ts';
import { type Check, type Finding, fileOf, note } from '../finding.ts';

type Site = Pick<typeof site, 'operator' | 'contacts' | 'areLegalTextsReviewed'>;

export const checkOperation =
  (values: Site = site): Check =>
  async ({ settings }) => {
    const findings: Finding[] = [];
    if (!settings.alarmEmail) findings.push(note(`No mail is sent about alarms. Enter alarmEmail in ${fileOf(settings)}.`));
    if (!settings.monthlyBudgetDollars)
      findings.push(note(`No mail is sent about the costs of AWS. Enter monthlyBudgetDollars in ${fileOf(settings)}.`));
    if (!values.operator) findings.push(note('The legal pages name no operator. Enter operator in shared/site.ts.'));
    if (Object.values(values.contacts).some((address) => address.endsWith('.example')))
      findings.push(note('The contacts of the site have no receiver. Enter contacts in shared/site.ts.'));
    if (!values.areLegalTextsReviewed)
      findings.push(note('The legal pages say that they are not reviewed. After a review, set areLegalTextsReviewed in shared/site.ts.'));
    return findings;
  };
