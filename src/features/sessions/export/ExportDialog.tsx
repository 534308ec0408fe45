import { Radio } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Session } from '#domain/documents/session.ts';
import type { RosterGuest } from '#hooks/data/roster.ts';
import { SYMBOLOGIES, type Symbology } from '#pdf/symbology.ts';
import { FileJobDialog } from '#ui/files/FileJobDialog.tsx';
import { useFormat } from '#ui/words/useFormat.ts';
import type { ClientListState } from '../useClientList.ts';
import { unsaid, withoutNumber } from './content.ts';
import classes from './ExportDialog.module.css';
import { EXPORT_KINDS, useExport, type ExportKind } from './useExport.ts';

type Scope = 'all' | 'shown' | 'selected';

interface ExportDialogProps {
  session: Session;
  list: ClientListState;
  selected: ReadonlySet<string>;
  initial: ExportKind;
  onClose: () => void;
}

/** Which file, and of whom; then how far it is (specification 2 §2, Session page). */
export function ExportDialog({ session, list, selected, initial, onClose }: ExportDialogProps) {
  const { t } = useTranslation();
  const { share, start, cancel } = useExport(session, list.roster, onClose);
  const [kind, setKind] = useState(initial);
  const [symbology, setSymbology] = useState<Symbology>('qr');
  const guestsOf = scopesOf(list, selected);
  const [chosen, setScope] = useState<Scope>(() => [...guestsOf.keys()].at(-1) ?? 'all');
  const scope = guestsOf.has(chosen) ? chosen : 'all';
  const guests = guestsOf.get(scope) ?? [];
  const { possible, note } = useJudged(kind, guests, symbology);
  return (
    <FileJobDialog
      title={t('exports.title')}
      startLabel={t('exports.start')}
      runningLabel={t('exports.running')}
      share={share}
      possible={possible}
      onStart={() => void start(kind, guests, symbology)}
      onCancel={cancel}
      onClose={onClose}
    >
      <Radio.Group
        label={t('exports.file')}
        value={kind}
        onChange={(value) => setKind(EXPORT_KINDS.find((one) => one === value) ?? kind)}
      >
        <div className={classes.choices}>
          {EXPORT_KINDS.map((one) => (
            <Radio
              key={one}
              value={one}
              label={t(`exports.kind.${one}`)}
              description={t(`exports.hint.${one}`)}
            />
          ))}
        </div>
      </Radio.Group>
      {isBarcodes(kind) && (
        <Radio.Group
          label={t('exports.symbology')}
          value={symbology}
          onChange={(value) => setSymbology(SYMBOLOGIES.find((one) => one === value) ?? 'qr')}
        >
          <div className={classes.choices}>
            {SYMBOLOGIES.map((one) => (
              <Radio
                key={one}
                value={one}
                label={t(`exports.symbologies.${one}`)}
                description={t(`exports.symbologyHint.${one}`)}
              />
            ))}
          </div>
        </Radio.Group>
      )}
      {guestsOf.size > 1 && (
        <Radio.Group
          label={t('exports.scope')}
          value={scope}
          onChange={(value) => setScope([...guestsOf.keys()].find((one) => one === value) ?? 'all')}
        >
          <div className={classes.choices}>
            {[...guestsOf].map(([one, { length }]) => (
              <Radio key={one} value={one} label={t(`exports.scopes.${one}`, { count: length })} />
            ))}
          </div>
        </Radio.Group>
      )}
      {note !== null && (
        <p className={classes.note} role="status">
          {note}
        </p>
      )}
    </FileJobDialog>
  );
}

/** Everybody; those shown, where that is fewer; those selected, where there are any. */
function scopesOf(
  { roster, shown }: ClientListState,
  selected: ReadonlySet<string>,
): Map<Scope, readonly RosterGuest[]> {
  const scopes = new Map<Scope, readonly RosterGuest[]>();
  // In the order of the list when it shows everybody.
  const all = shown.length === roster.guests.length;
  scopes.set('all', all ? shown : roster.guests);
  if (!all && shown.length > 0) scopes.set('shown', shown);
  if (selected.size > 0) {
    scopes.set(
      'selected',
      roster.guests.filter(({ clientId }) => selected.has(clientId)),
    );
  }
  return scopes;
}

const isBarcodes = (kind: ExportKind): boolean => kind === 'barcodePdf' || kind === 'barcodeJpg';

/** Whether there is anything to export, and who will be missing. */
function useJudged(
  kind: ExportKind,
  guests: readonly RosterGuest[],
  symbology: Symbology,
): { possible: boolean; note: string | null } {
  const { t } = useTranslation();
  const format = useFormat();
  const here = guests.filter(({ client }) => client !== null).length;
  const barcodes = isBarcodes(kind);
  const without = barcodes ? withoutNumber(guests) : 0;
  const strange = barcodes ? unsaid(guests, symbology) : 0;
  const left = here - without - strange;
  const possible = left > 0;
  const notes: string[] = [];
  if (here === without && barcodes) notes.push(t('exports.noNumbers'));
  else if (without > 0) notes.push(t('exports.withoutNumber', { count: without }));
  if (strange > 0) notes.push(t('exports.unsaid', { count: strange }));
  const away = guests.length - here;
  if (away > 0) notes.push(t('exports.notHere', { count: away }));
  if (kind === 'barcodeJpg' && left > 500) {
    notes.push(t('exports.manyPictures', { number: format.number(left) }));
  }
  return { possible, note: notes.length === 0 ? null : notes.join(' ') };
}
