import { Button, Group, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useAppData } from '#hooks/data/appData.tsx';
import { useAction } from '#hooks/data/useAction.ts';
import { QrCode } from '#hooks/files/QrCode.tsx';
import { useCodeWords } from '#hooks/words/codeWords.ts';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useInitialFocus } from '#ui/forms/useInitialFocus.ts';
import { useValidatedForm } from '#ui/forms/useValidatedForm.ts';
import classes from './Codes.module.css';
import { ProofForm } from './ProofForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';

interface SetUpCodesProps {
  /** There are codes already, which count until the new ones do. */
  again: boolean;
  onDone: () => void;
  onCancel?: (() => void) | undefined;
}

/** The password, the secret for the authenticator app, its first code, and the recovery codes. */
export function SetUpCodes({ again, onDone, onCancel }: SetUpCodesProps) {
  const { t } = useCodeWords();
  const { accounts } = useAppData();
  const [begun, setBegun] = useState<{ secret: string; address: string } | null>(null);
  const [recovery, setRecovery] = useState<readonly string[] | null>(null);
  if (recovery !== null) return <RecoveryCodes codes={recovery} onDone={onDone} />;
  if (begun !== null) {
    return (
      <FirstCode
        {...begun}
        onRecovery={setRecovery}
        onAgain={() => setBegun(null)}
        onCancel={onCancel ?? (() => setBegun(null))}
      />
    );
  }
  return (
    <ProofForm
      submit={t('codes.next')}
      passwordOnly={!again}
      onCancel={onCancel}
      act={(password, code) => accounts.beginCodes(password, again ? code : undefined)}
      onDone={setBegun}
    />
  );
}

interface FirstCodeProps {
  secret: string;
  address: string;
  onRecovery: (codes: readonly string[]) => void;
  onAgain: () => void;
  onCancel: () => void;
}

function FirstCode({ secret, address, onRecovery, onAgain, onCancel }: FirstCodeProps) {
  const { t } = useCodeWords();
  const { accounts } = useAppData();
  const errorText = useErrorText();
  const { busy, run } = useAction();
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useInitialFocus(field);

  const { formProps, errorOf } = useValidatedForm(async () => {
    const codes = await run(
      () => accounts.confirmCodes(code.trim()),
      (failure) => {
        if (failure.code === 'not_begun') onAgain();
        if (failure.code !== 'wrong_code') return false;
        setWrong(errorText(failure));
        field.current?.focus();
        return true;
      },
    );
    if (codes !== null) onRecovery(codes);
  });
  return (
    <form {...formProps}>
      <ol className={classes.steps}>
        <li>
          <p>{t('codes.scan')}</p>
          <QrCode text={address} label={t('codes.qr')} className={classes.qr ?? ''} />
          <p>
            {t('codes.typed')} <code className={classes.secret}>{inGroups(secret)}</code>
          </p>
        </li>
        <li>
          <TextInput
            ref={field}
            name="code"
            label={t('codes.first')}
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            withAsterisk={false}
            maxLength={40}
            maw={320}
            value={code}
            error={wrong ?? errorOf('code')}
            onChange={(change) => {
              setCode(change.currentTarget.value);
              setWrong(null);
            }}
          />
        </li>
      </ol>
      <Group gap="sm">
        <Button type="submit" loading={busy}>
          {t('codes.confirm')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </Group>
    </form>
  );
}

const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
