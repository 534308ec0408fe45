import { Button, Group, Modal } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './OfferDialog.module.css';

/** A code under a name, for whoever is to come in with it. */
export interface Offer {
  name: string;
  code: string;
  /** ms since 1970 */
  expires: number;
}

interface Named {
  id: string;
  name: string;
}

interface OfferDialogProps<Entry extends Named> {
  title: string;
  /** Who has come in by now. */
  there: readonly Entry[];
  /** Asks for the code. */
  renderForm: (onOffer: (offer: Offer) => void) => ReactNode;
  renderCode: (offer: Offer) => ReactNode;
  waiting: string;
  /** Ends the code before somebody has come in with it. */
  takeBack: { label: string; busy: boolean; run: (offer: Offer) => void };
  done: (entry: Entry) => string;
  centered?: boolean;
  /** Asks again who is there. */
  onLook: () => void;
  onClose: () => void;
}

/** A code that lets somebody in: asked for with a form, shown until who comes with it is there. */
export function OfferDialog<Entry extends Named>({
  title,
  there,
  renderForm,
  onClose,
  ...shown
}: OfferDialogProps<Entry>) {
  const { t } = useTranslation();
  const [offer, setOffer] = useState<(Offer & { before: ReadonlySet<string> }) | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {offer === null ? (
        renderForm((offered) => setOffer({ ...offered, before: new Set(there.map(({ id }) => id)) }))
      ) : (
        <OfferedCode
          {...shown}
          offer={offer}
          entry={there.find(({ id, name }) => name === offer.name && !offer.before.has(id)) ?? null}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

/** How often the server is asked who is there. */
const LOOK_EVERY_MS = 2000;

interface OfferedCodeProps<Entry extends Named> extends Pick<
  OfferDialogProps<Entry>,
  'renderCode' | 'waiting' | 'takeBack' | 'done' | 'centered' | 'onLook' | 'onClose'
> {
  offer: Offer;
  entry: Entry | null;
}

function OfferedCode<Entry extends Named>({
  offer,
  entry,
  renderCode,
  waiting,
  takeBack,
  done,
  centered = false,
  onLook,
  onClose,
}: OfferedCodeProps<Entry>) {
  const { t } = useTranslation();
  const isDone = entry !== null;
  useInterval(() => !isDone && onLook(), LOOK_EVERY_MS, { autoInvoke: true });
  return (
    <div className={classes.offer} data-centered={centered || undefined}>
      {!isDone && renderCode(offer)}
      <p role="status" className={classes.waiting} data-done={isDone || undefined}>
        {isDone ? done(entry) : waiting}
      </p>
      <Group gap="sm">
        {!isDone && (
          <Button variant="subtle" color="red" loading={takeBack.busy} onClick={() => takeBack.run(offer)}>
            {takeBack.label}
          </Button>
        )}
        <Button variant={isDone ? 'filled' : 'default'} onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </div>
  );
}
