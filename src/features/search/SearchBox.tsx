import { IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useErrorText } from '#hooks/words/errorText.ts';
import { useGlobalSearch, type GlobalFinds } from '#hooks/data/globalSearch.ts';
import { useLastEventId } from '#hooks/data/lastEvent.ts';
import { useEvents } from '#hooks/data/session.ts';
import { hitsOf, isCut, type Hit } from './hits.ts';
import { useCommands } from './useCommands.ts';
import { HitDoor } from './HitDoor.tsx';
import { MissingCopies } from './MissingCopies.tsx';
import classes from './SearchDialog.module.css';
import { SearchResults, optionId } from './SearchResults.tsx';

/** With fewer results than this, it is said what was not searched. */
const FEW = 10;

/** The field, which keeps the focus and the keyboard, and what was found below it. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listId = useId();
  const events = useEvents() ?? [];
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  /** Enter was pressed before the answer to what was typed had come. */
  const waiting = useRef(false);
  const finds = useGlobalSearch(query, useLastEventId());
  const empty = query.trim() === '';
  const found = hitsOf(empty ? '' : finds.query, finds.answer?.hits ?? [], events, useCommands());
  const selected = Math.min(active, found.length - 1);
  const late = finds.query !== query;

  useEffect(() => {
    document.getElementById(optionId(listId, selected))?.scrollIntoView({ block: 'nearest' });
  }, [listId, selected]);

  function open(hit: Hit | undefined): void {
    if (hit === undefined) return;
    onClose();
    void navigate(hit.to);
  }
  const openLate = useEffectEvent(() => open(found[0]));
  useEffect(() => {
    if (late || !waiting.current) return;
    waiting.current = false;
    openLate();
  }, [late]);

  function onKey(key: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key.key];
    if (step !== undefined && found.length > 0) {
      key.preventDefault();
      setActive((selected + step + found.length) % found.length);
    } else if (key.key === 'Enter' && !key.nativeEvent.isComposing) {
      key.preventDefault();
      // The results may be a key press behind: what was typed counts.
      if (late) waiting.current = true;
      else open(found[selected]);
    }
  }
  return (
    <div className={classes.root}>
      <label className={classes.box}>
        <IconSearch size={20} aria-hidden />
        <input
          data-autofocus
          type="text"
          role="combobox"
          inputMode="search"
          enterKeyHint="go"
          aria-label={t('search.open')}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-activedescendant={found.length > 0 ? optionId(listId, selected) : undefined}
          aria-autocomplete="list"
          placeholder={t('search.placeholder')}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={query}
          onKeyDown={onKey}
          onChange={(change) => {
            setQuery(change.currentTarget.value);
            setActive(0);
            waiting.current = false;
          }}
        />
      </label>
      <SearchResults id={listId} hits={found} selected={selected} onSelect={setActive} onOpen={open} />
      <HitDoor hit={empty ? undefined : found[selected]} />
      <Note query={query} finds={finds} hits={empty ? [] : found} late={late} />
      {found.length < FEW && <MissingCopies answer={finds.answer} onOpen={onClose} />}
    </div>
  );
}

interface NoteProps {
  query: string;
  finds: GlobalFinds;
  hits: readonly Hit[];
  late: boolean;
}

/** One line, also for those who hear it: what to type, how much was found, or why nothing was. */
function Note({ query, finds: { answer, failure }, hits, late }: NoteProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  function text(): string {
    if (failure !== null) return errorText(failure);
    if (isCut(hits)) return t('search.more', { count: hits.length });
    if (hits.length > 0) return t('search.found', { count: hits.length });
    if (answer === null || (answer.reading && query.trim() !== '')) return t('search.reading');
    if (query.trim() === '') return t('search.hint');
    return late ? '' : t('search.nothing', { query: query.trim() });
  }
  return (
    <p className={classes.note} role="status">
      {text()}
    </p>
  );
}
