/** The same keys as the English catalogue, with any text at the leaves. */
export type Shape<T> = { [K in keyof T]: T[K] extends string ? string : Shape<T[K]> };
