import { Anchor, Button } from '@mantine/core';
import { IconCash, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Consumer } from '#domain/documents/consumer.ts';
import type { Payment } from '#domain/documents/payment.ts';
import { bankStepOf } from '#domain/ids.ts';
import { settlementOf } from '#domain/money/settlement.ts';
import { standing } from '#domain/money/taken.ts';
import { useEventTime } from '#hooks/data/calendar.ts';
import { useEvent, useLive } from '#hooks/data/event.tsx';
import { Section } from '#ui/components/Page.tsx';
import { hrefs } from '#ui/paths.ts';
import { useFormat } from '#ui/words/useFormat.ts';
import classes from './Payment.module.css';
import { TakeBack } from './TakeBack.tsx';
import { TakeMoney } from './TakeMoney.tsx';
import { useReceipt } from './useReceipt.ts';

/** Cash and card terminal: who noted what and when; works without network. */
export function Hand({ consumer }: { consumer: Consumer }) {
  const { t } = useTranslation();
  const { id } = useEvent();
  const [takes, setTakes] = useState(false);
  const all = useLive((store) => store.documents('payment'));
  const notes = [...all.values()]
    // Those of bank statements stand beside what else came without a card.
    .filter(({ _id, consumerId }) => consumerId === consumer._id && bankStepOf(_id) === null)
    .sort((a, b) => a.time - b.time);
  const counted = new Set(standing(notes, ({ _id }) => _id));
  const { open, paid, refunded } = settlementOf(consumer);
  return (
    <Section title={t('payments.hand')} flush>
      <ul className={classes.list}>
        {notes
          .filter(({ cancels }) => cancels === undefined)
          .map((note) => (
            <li key={note._id}>
              <Row note={note} consumer={consumer} counts={counted.has(note)} />
            </li>
          ))}
        <li>
          <span className={classes.hint}>{notes.length === 0 ? t('payments.handNone') : ''}</span>
          <Button
            variant="default"
            disabled={open === 0 && paid === refunded}
            leftSection={<IconCash size={18} stroke={1.7} aria-hidden />}
            onClick={() => setTakes(true)}
          >
            {t('payments.take')}
          </Button>
        </li>
        {consumer.paymentType === 'transfer' && open > 0 && (
          <li>
            <span className={classes.hint}>
              {t('payments.byTransfer', { status: t('consumerStatuses.invoice_paid') })}{' '}
              <Anchor component={Link} to={hrefs.statement(id)} inherit underline="always">
                {t('screens.statement')}
              </Anchor>
            </span>
          </li>
        )}
      </ul>
      {takes && <TakeMoney consumer={consumer} onClose={() => setTakes(false)} />}
    </Section>
  );
}

function Row({ note, consumer, counts }: { note: Payment; consumer: Consumer; counts: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const timeOf = useEventTime();
  const { repository } = useEvent();
  const receipt = useReceipt();
  const amount = format.money(note.amount, note.currency);
  return (
    <>
      <span className={classes.what}>
        <strong data-numeric data-gone={!counts}>
          {amount}
        </strong>
        <span>{t(`payments.kinds.${note.kind}`)}</span>
        <span className={classes.hint}>
          {t('payments.notedBy', { who: note.author.name, when: timeOf(note.time) })}
        </span>
        {!counts && <span className={classes.hint}>{t('payments.takenBack')}</span>}
      </span>
      {counts && (
        <span className={classes.links}>
          <Button
            variant="default"
            loading={receipt.busy}
            leftSection={<IconDownload size={16} aria-hidden />}
            aria-label={t('payments.receiptOf', { amount })}
            onClick={() => receipt.save(note, consumer)}
          >
            {t('payments.receipt')}
          </Button>
          <TakeBack
            label={t('payments.undo')}
            of={t('payments.undoOf', { amount })}
            act={() => repository.takeBackNote(consumer._id, note._id)}
          >
            {t('payments.undoQuestion', { amount })}
          </TakeBack>
        </span>
      )}
    </>
  );
}
