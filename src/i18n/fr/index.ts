import type { en } from '../en/index.ts';
import type { Shape } from '../shape.ts';
import { first } from './first.ts';
import { rest } from './rest.ts';

export const fr: Shape<typeof en> = { ...first, ...rest };
