import { useEffect, useState } from 'react';
import type { Plan, Session } from '#domain/documents/session.ts';
import { planPictureIndexes, planPictureName } from '#domain/plan/pictures.ts';
import { logError } from '#ui/platform/log.ts';
import { useEvent } from '../data/event.tsx';

const NONE: ReadonlyMap<number, HTMLImageElement> = new Map();

/** The pictures of a plan's image tables, loaded and ready to be drawn, by `image.fileIndex`. */
export function usePlanPictures(session: Session, plan: Plan): ReadonlyMap<number, HTMLImageElement> {
  const { repository } = useEvent();
  const [images, setImages] = useState(NONE);
  const used = new Set(Object.values(plan.state.tables).map(({ image }) => image?.fileIndex));
  // As a text, so that the same pictures are the same dependency. A picture never changes under its index.
  const wanted = planPictureIndexes(session)
    .filter((index) => used.has(index))
    .join();
  const id = session._id;
  useEffect(() => {
    if (wanted === '') return undefined;
    let gone = false;
    const urls: string[] = [];
    const load = async (fileIndex: number): Promise<[number, HTMLImageElement] | null> => {
      const blob = await repository.planPicture(id, fileIndex);
      if (gone || blob === null) return null;
      const url = URL.createObjectURL(blob);
      urls.push(url);
      const image = new Image();
      image.src = url;
      await image.decode();
      return [fileIndex, image];
    };
    const tried = wanted.split(',').map((index) =>
      load(Number(index)).catch((cause: unknown) => {
        logError(`${planPictureName(Number(index))} could not be read`, cause);
        return null;
      }),
    );
    Promise.all(tried)
      .then((found) => {
        if (!gone) setImages(new Map(found.filter((one) => one !== null)));
      })
      .catch(() => undefined);
    return () => {
      gone = true;
      for (const url of urls) URL.revokeObjectURL(url);
      setImages(NONE);
    };
  }, [repository, id, wanted]);
  return images;
}
