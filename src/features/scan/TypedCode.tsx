import { IconArrowRight, IconKeyboard } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Scan.module.css';

interface TypedCodeProps {
  /** Another one says that a reader's code was heard: what it typed into the field goes. */
  heard: { code: string } | null;
  onCode: (code: string) => void;
}

/** For the code that no camera reads: crumpled, on a cracked screen, or said. */
export function TypedCode({ heard, onCode }: TypedCodeProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (heard === null) return;
    setCode((before) => (before.endsWith(heard.code) ? before.slice(0, -heard.code.length) : before));
  }, [heard]);
  return (
    <form
      className={classes.typed}
      onSubmit={(submit) => {
        submit.preventDefault();
        if (code.trim() === '') {
          field.current?.focus();
          return;
        }
        onCode(code);
        setCode('');
        // The keyboard of a phone covers the half of the verdict.
        field.current?.blur();
      }}
    >
      <label>
        <IconKeyboard size={24} aria-hidden />
        <input
          ref={field}
          type="text"
          value={code}
          aria-label={t('scan.code')}
          placeholder={t('scan.codeShort')}
          maxLength={100}
          enterKeyHint="go"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={(change) => setCode(change.currentTarget.value)}
        />
      </label>
      <button type="submit" className={classes.round} aria-label={t('scan.codeSend')}>
        <IconArrowRight size={28} aria-hidden />
      </button>
    </form>
  );
}
