/** Codecs for stored values. They use `zod/mini`, because some values are read before the first page is shown. */
import * as z from 'zod/mini';

/** Converts between JSON text and a value of the schema. */
export function json<T>(schema: z.ZodMiniType<T>) {
  const parsed = z.codec(z.string(), z.unknown(), {
    decode: (text, context) => {
      try {
        const value: unknown = JSON.parse(text);
        return value;
      } catch {
        context.issues.push({ code: 'invalid_format', format: 'json', input: text });
        return z.NEVER;
      }
    },
    encode: (value) => JSON.stringify(value),
  });
  return z.pipe(parsed, schema);
}

/** The stored value, or null for none and for one that does not match the codec, such as that of another version. */
export function readStored<T>(codec: z.ZodMiniType<T, string>, text: string | null): T | null {
  const result = z.safeDecode(codec, text ?? '');
  return result.success ? result.data : null;
}
