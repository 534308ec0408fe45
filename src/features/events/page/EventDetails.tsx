import { useTranslation } from 'react-i18next';
import type { EventDoc } from '#domain/documents/event.ts';
import { DetailList } from '#ui/components/DetailList.tsx';
import { Section } from '#ui/components/Page.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './EventDetails.module.css';
import { usePicture } from '#hooks/data/usePicture.ts';

export function EventDetails({ event }: { event: EventDoc }) {
  const { t } = useTranslation();
  const format = useFormat();
  const picture = usePicture(event);
  return (
    <Section title={t('event.details')}>
      <div className={classes.root}>
        {picture !== null && (
          <img
            className={classes.picture}
            src={picture}
            alt={t('event.pictureAlt', { title: format.title(event) })}
            width={event.pictureSize?.width}
            height={event.pictureSize?.height}
          />
        )}
        <div className={classes.list}>
          <DetailList
            fold
            items={[
              format.language === 'en'
                ? { label: t('event.frenchTitle'), value: event.titleFrench }
                : // One title alone is no translation.
                  {
                    label: t(event.titleFrench ? 'event.englishTitle' : 'eventForm.title'),
                    value: event.title,
                  },
              { label: t('event.company'), value: event.company },
              { label: t('event.location'), value: event.location },
              { label: t('event.contact'), value: event.contact },
              {
                label: t('event.payments'),
                value: event.paymentTypes.map((type) => t(`paymentTypes.${type}`)).join(', '),
              },
              { label: t('event.invoicePrefix'), value: event.invoicePrefix },
              {
                label: t('event.adminContact'),
                value: t(event.adminContact ? 'event.adminContactOn' : 'event.adminContactOff'),
              },
            ]}
          />
        </div>
      </div>
    </Section>
  );
}
