import { IconArrowRight, IconKeyboard } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Scan.module.css';

interface TypedCodeProps {
  code: string;
  /** The next code can be typed: what was said of the last one is gone, and the keyboard covers nothing. */
  ready: boolean;
  onChange: (code: string) => void;
  onCode: (code: string) => void;
}

/** For the code that no camera reads: crumpled, on a cracked screen, or said. */
export function TypedCode({ code, ready, onChange, onCode }: TypedCodeProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const typing = useRef(false);
  // Whoever types types the next one too, unless they have turned to something else by then.
  useEffect(() => {
    if (!ready || !typing.current) return;
    typing.current = false;
    if (document.activeElement === document.body) field.current?.focus();
  }, [ready]);
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
        onChange('');
        typing.current = true;
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
          enterKeyHint="go"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={(change) => onChange(change.currentTarget.value)}
        />
      </label>
      <button type="submit" className={classes.round} aria-label={t('scan.codeSend')}>
        <IconArrowRight size={28} aria-hidden />
      </button>
    </form>
  );
}
