import { Button, CopyButton, Group } from '@mantine/core';
import { useCodeWords } from '#hooks/words/codeWords.ts';
import classes from './Codes.module.css';

/** Shown this once; they stay in this component alone. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useCodeWords();
  return (
    <div>
      <p role="status">
        <strong>{t('codes.done')}</strong> {t('codes.keep')}
      </p>
      <ul className={classes.recovery} aria-label={t('codes.recovery')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Button onClick={onDone}>{t('codes.kept')}</Button>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('common.copied') : t('users.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
