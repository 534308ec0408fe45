import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormPart } from '#ui/forms/Form.tsx';
import classes from './Forms.module.css';
import { ASKS, GUEST_ACTS, MUSTS } from './formValues.ts';
import { partOf, type PartProps } from './partProps.ts';

/** Which blocks the form has, and which of them must be filled in (readings, no. 46). */
export const AskedFields = partOf(
  function AskedFields({ values, set }: PartProps) {
    const { t } = useTranslation();
    return (
      <FormPart title={t('forms.asked')} hint={t('forms.askedHint')}>
        <div className={classes.sideways}>
          <table className={classes.asked} aria-label={t('forms.asked')}>
            <thead>
              <tr>
                <th scope="col">{t('forms.block')}</th>
                <th scope="col">{t('forms.askFor')}</th>
                <th scope="col">{t('forms.mustFill')}</th>
              </tr>
            </thead>
            <tbody>
              {ASKS.map((name) => {
                const block = t(`forms.asks.${name}`);
                const must = MUSTS.find((one) => one === name);
                return (
                  <tr key={name}>
                    <th scope="row">{block}</th>
                    <td>
                      <Checkbox
                        aria-label={t('forms.askForOf', { block })}
                        checked={values.asks[name]}
                        onChange={({ currentTarget: { checked } }) =>
                          set({
                            asks: { ...values.asks, [name]: checked },
                            // What is not asked cannot be filled in.
                            ...(must !== undefined && !checked
                              ? { musts: { ...values.musts, [must]: false } }
                              : {}),
                          })
                        }
                      />
                    </td>
                    <td>
                      {must !== undefined && (
                        <Checkbox
                          aria-label={t('forms.mustFillOf', { block })}
                          checked={values.musts[must]}
                          disabled={!values.asks[name]}
                          onChange={({ currentTarget: { checked } }) =>
                            set({ musts: { ...values.musts, [must]: checked } })
                          }
                        />
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </FormPart>
    );
  },
  ['asks', 'musts'],
);

/** What guests may do on their own page until their first session begins. */
export const GuestActFields = partOf(
  function GuestActFields({ values, set }: PartProps) {
    const { t } = useTranslation();
    return (
      <FormPart title={t('forms.guestActs')} hint={t('forms.guestActsHint')}>
        {GUEST_ACTS.map((name) => (
          <Checkbox
            key={name}
            label={t(`forms.guestsMay.${name}`)}
            checked={values.guestsMay[name]}
            onChange={({ currentTarget: { checked } }) =>
              set({ guestsMay: { ...values.guestsMay, [name]: checked } })
            }
          />
        ))}
      </FormPart>
    );
  },
  ['guestsMay'],
);
