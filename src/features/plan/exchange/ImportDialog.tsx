import { Button, ColorSwatch, Group, Modal } from '@mantine/core';
import '@mantine/core/styles/ColorSwatch.css';
import { useTranslation } from 'react-i18next';
import type { Loss, PretixReport } from '#domain/plan/pretix/report.ts';
import classes from './Exchange.module.css';

/** More names than these are only counted. */
const NAMES_SHOWN = 6;

interface ImportDialogProps {
  report: PretixReport;
  onCancel: () => void;
  onTake: () => void;
}

/** What a foreign plan will be here, and what is lost of it, before anything changes. */
export function ImportDialog({ report, onCancel, onTake }: ImportDialogProps) {
  const { t } = useTranslation();
  const { name, zones, areas, categories, losses } = report;
  return (
    <Modal
      opened
      size="lg"
      onClose={onCancel}
      title={name === '' ? t('planExchange.fromUnnamed') : t('planExchange.from', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.form}>
        <div className={classes.summary}>
          <p className={classes.figures}>
            <b>{t('planExchange.tables', { count: report.tables })}</b>
            {' · '}
            <b>{t('planExchange.seats', { count: report.seats })}</b>
          </p>
          {zones > 0 && <p>{t('planExchange.groups', { count: zones })}</p>}
          {areas > 0 && <p>{t('planExchange.areas', { count: areas })}</p>}
        </div>
        {categories.length > 0 && (
          <section>
            <h3>{t('planExchange.categories')}</h3>
            <ul className={classes.categories}>
              {categories.map((category, index) => (
                <li key={`${index} ${category.name}`}>
                  <ColorSwatch
                    component="span"
                    size={16}
                    color={category.color ?? 'transparent'}
                    aria-hidden
                  />
                  {category.name || t('planExchange.unnamed')}
                </li>
              ))}
            </ul>
          </section>
        )}
        <section>
          <h3>{t('planExchange.lossTitle')}</h3>
          <ul className={classes.losses}>
            {losses.map((loss) => (
              <LossItem key={loss.code} loss={loss} />
            ))}
            <li>{t('planExchange.lossIds')}</li>
          </ul>
        </section>
        <p className={classes.note}>{t('planExchange.replaces')}</p>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button onClick={onTake} data-autofocus>
            {t('planExchange.take')}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

function LossItem({ loss: { code, count, names } }: { loss: Loss }) {
  const { t } = useTranslation();
  const text = t(`planExchange.loss.${code}`, { count });
  if (names.length === 0) return <li>{text}.</li>;
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  const more = count - Math.min(names.length, NAMES_SHOWN);
  const all = more > 0 ? t('planExchange.andMore', { names: shown, count: more }) : shown;
  return <li>{t('planExchange.lossNames', { loss: text, names: all })}</li>;
}
