import { ActionIcon, Button, Switch, Textarea, Tooltip } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS, matchesPattern } from '#domain/text/text.ts';
import { FormPart } from '#ui/forms/Form.tsx';
import { useInitialFocus } from '#ui/forms/useInitialFocus.ts';
import classes from './Forms.module.css';
import { newAlert, type AlertRow } from './formValues.ts';
import { partOf, type PartProps } from './partProps.ts';
import { RemoveRow } from './RemoveRow.tsx';

/** News above the form. A new one opens to be typed (FORM-04); one that is left empty goes again (FORM-05). */
export const AlertFields = partOf(
  function AlertFields({ values, set }: PartProps) {
    const { t } = useTranslation();
    const { alerts } = values;
    const without = (id: string): AlertRow[] => alerts.filter((alert) => alert.id !== id);
    const change = (id: string, part: Partial<AlertRow>) =>
      set({ alerts: alerts.map((alert) => (alert.id === id ? { ...alert, ...part } : alert)) });
    return (
      <FormPart title={t('forms.alerts')} hint={t('forms.alertsHint')}>
        {alerts.length === 0 && <p className={classes.hint}>{t('forms.noAlerts')}</p>}
        {alerts.map((alert, index) => {
          const n = index + 1;
          const { id, value, typed } = alert;
          return (
            <div
              key={id}
              role="group"
              aria-label={t('forms.alertN', { n })}
              className={classes.alert}
              data-off={alert.enabled ? undefined : true}
            >
              {typed === null ? (
                <>
                  <p>{value}</p>
                  <Switch
                    label={t('forms.alertEnabled')}
                    checked={alert.enabled}
                    onChange={({ currentTarget: { checked } }) => change(id, { enabled: checked })}
                  />
                  <div className={classes.buttons}>
                    <Tooltip label={t('common.edit')}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size={36}
                        aria-label={t('forms.editAlert', { n })}
                        onClick={() => change(id, { typed: value })}
                      >
                        <IconPencil size={18} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                    <RemoveRow
                      name={t('forms.removeAlert', { n })}
                      onRemove={() => set({ alerts: without(id) })}
                    />
                  </div>
                </>
              ) : (
                <AlertText
                  name={`alert-${id}`}
                  text={typed}
                  onType={(text) => change(id, { typed: text })}
                  onSave={() => change(id, { value: typed.trim(), typed: null })}
                  onCancel={() => (value === '' ? set({ alerts: without(id) }) : change(id, { typed: null }))}
                />
              )}
            </div>
          );
        })}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => set({ alerts: [...alerts, newAlert()] })}
          >
            {t('forms.addAlert')}
          </Button>
        </div>
      </FormPart>
    );
  },
  ['alerts'],
);

interface AlertTextProps {
  name: string;
  text: string;
  onType: (text: string) => void;
  onSave: () => void;
  onCancel: () => void;
}

function AlertText({ name, text, onType, onSave, onCancel }: AlertTextProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  useInitialFocus(field);
  const isText = matchesPattern('longText', text);
  return (
    <>
      <Textarea
        ref={field}
        name={name}
        className={classes.typed ?? ''}
        label={t('forms.alertText')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={LIMITS.text}
        data-kind="longText"
        value={text}
        error={isText ? undefined : t('validation.text')}
        onChange={({ currentTarget: { value } }) => onType(value)}
        onKeyDown={(key) => {
          if (key.key === 'Escape') onCancel();
        }}
      />
      <div className={classes.buttons}>
        {/* An alert says something (VALID-41). */}
        <Button size="xs" disabled={text.trim() === '' || !isText} onClick={onSave}>
          {t('forms.saveAlert')}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </>
  );
}
