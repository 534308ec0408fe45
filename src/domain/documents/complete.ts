import type { z } from 'zod';

type Check = (value: unknown) => boolean;
type Def = {
  type: string;
  innerType?: z.core.$ZodType;
  element?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  options?: readonly z.core.$ZodType[];
  shape?: Readonly<Record<string, z.core.$ZodType>>;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const checks = new WeakMap<z.core.$ZodType, Check | null>();

/**
 * Whether every field that the schema requires or has a default for is there, at any depth: then parsing would add
 * nothing. Types and bounds are not looked at, which makes it many times cheaper.
 */
export function isComplete(schema: z.core.$ZodType, value: unknown): boolean {
  return checkOf(schema)?.(value) ?? true;
}

/** Null where nothing can be missing. */
function checkOf(schema: z.core.$ZodType): Check | null {
  let check = checks.get(schema);
  if (check === undefined) checks.set(schema, (check = made(schema._zod.def as Def)));
  return check;
}

function made({ type, innerType, element, valueType, options = [], shape }: Def): Check | null {
  if (shape !== undefined) return ofObject(shape);
  if (innerType !== undefined) {
    const inner = checkOf(innerType);
    return inner && ((value) => value === null || value === undefined || inner(value));
  }
  if (type === 'array' && element !== undefined) {
    const each = checkOf(element);
    return each && ((value) => Array.isArray(value) && value.every(each));
  }
  if (type === 'record' && valueType !== undefined) {
    const each = checkOf(valueType);
    return each && ((value) => isObject(value) && Object.values(value).every(each));
  }
  const objects = options.filter(({ _zod }) => (_zod.def as Def).shape !== undefined).map(checkOf);
  if (objects.every((one) => one === null)) return null;
  return (value) => !isObject(value) || objects.some((one) => one === null || one(value));
}

function ofObject(shape: Readonly<Record<string, z.core.$ZodType>>): Check {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const required = field._zod.optout !== 'optional';
    const inner = checkOf(field);
    return required || inner !== null ? [{ name, required, inner }] : [];
  });
  return (value) =>
    isObject(value) &&
    fields.every(({ name, required, inner }) =>
      value[name] === undefined ? !required : (inner?.(value[name]) ?? true),
    );
}
