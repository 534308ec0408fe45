import { fileTimeOf } from './registers.ts';

export type Files = Record<string, { digest?: string }>;

/** Every name that any version has; of two contents under one name, the one with the greater digest. */
export function filesByDigest(versions: readonly object[]): Files {
  const result: Files = {};
  for (const [name, file] of versions.flatMap((one) => Object.entries(filesOf(one)))) {
    const known = fileIn(result, name);
    if (known === undefined || isGreater(file, known)) result[name] = file;
  }
  return result;
}

/**
 * Of each name what was put there last: whoever corrects a title without knowing of it brings no former picture back, nor one that was taken
 * away. Where nothing says when, or at the same time, what is there stays, then the greater digest.
 */
export function newestFiles(versions: readonly object[]): Files {
  const result: Files = {};
  for (const name of Object.keys(filesByDigest(versions))) {
    const told = versions.map((one) => ({ file: fileIn(filesOf(one), name), at: fileTimeOf(one, name) }));
    // That a whole lacks it is nobody's act: programs that know of no registers leave out what they do not read.
    const able = told.filter(({ file, at }) => file !== undefined || at?.isOwn === true);
    const newest = Math.max(...able.map(({ at }) => at?.time ?? 0));
    const files = able.flatMap(({ file, at }) => ((at?.time ?? 0) === newest ? (file ?? []) : []));
    const [first, ...others] = files;
    if (first !== undefined) result[name] = others.reduce((a, b) => (isGreater(b, a) ? b : a), first);
  }
  return result;
}

const filesOf = (version: object): Files => (version as { _attachments?: Files })._attachments ?? {};

/** Names are anybody's: of `constructor` every object has one. */
const fileIn = (files: Files, name: string): Files[string] | undefined =>
  Object.hasOwn(files, name) ? files[name] : undefined;

const isGreater = (a: Files[string], b: Files[string]): boolean => (a.digest ?? '') > (b.digest ?? '');
