import { z } from 'zod';

/** A small picture as base64 (JPEG, PNG or WebP), at most 200 KB and 4,096 pixels a side. */
export const picture = () =>
  z
    .string()
    .max(280_000, 'validation.tooLong')
    .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'validation.value');
