import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CATEGORIES, LANGUAGES, type Category, type Language } from '#domain/config.ts';
import type { Session } from '#domain/documents/session.ts';
import type { ImportSettings } from '#domain/import/check.ts';
import { columnOf, type Mapping } from '#domain/import/fields.ts';
import { Section } from '#ui/components/Page.tsx';
import { useEventFormat } from '#hooks/data/calendar.ts';
import classes from './Import.module.css';

interface TargetsProps {
  /** Open sessions only: archived ones take nobody (IMPORT-04). */
  sessions: readonly Session[];
  settings: ImportSettings;
  mapping: Mapping;
  onChange: (settings: ImportSettings) => void;
}

/** Where the clients go, and what they are where the file does not say. */
export function Targets({ sessions, settings, mapping, onChange }: TargetsProps) {
  const { t } = useTranslation();
  const format = useEventFormat();
  const hasColumn = (field: 'session' | 'phone') => columnOf(mapping, field) >= 0;
  return (
    <Section title={t('imports.into')}>
      <div className={classes.targets}>
        <Checkbox.Group
          label={t('imports.sessions')}
          description={hasColumn('session') ? t('imports.sessionsHint') : undefined}
          value={[...settings.sessionIds]}
          onChange={(sessionIds) => onChange({ ...settings, sessionIds })}
        >
          <div className={classes.sessions}>
            {sessions.map((session) => (
              <Checkbox
                key={session._id}
                value={session._id}
                label={
                  <>
                    {format.title(session)}
                    <span className={classes.date}>{format.date(session.date)}</span>
                  </>
                }
              />
            ))}
          </div>
        </Checkbox.Group>
        <NativeSelect
          label={t('imports.language')}
          description={t('imports.otherwise')}
          value={settings.language}
          data={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
          onChange={(change) => onChange({ ...settings, language: change.currentTarget.value as Language })}
        />
        <NativeSelect
          label={t('imports.category')}
          description={t('imports.otherwise')}
          value={settings.category}
          data={CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
          onChange={(change) => onChange({ ...settings, category: change.currentTarget.value as Category })}
        />
        {hasColumn('phone') && (
          <TextInput
            label={t('imports.countryCode')}
            description={t('imports.countryCodeHint')}
            value={settings.countryCode}
            inputMode="tel"
            maxLength={5}
            onChange={(change) => onChange({ ...settings, countryCode: change.currentTarget.value })}
          />
        )}
      </div>
    </Section>
  );
}
