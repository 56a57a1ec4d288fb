import { z } from 'zod'

/** A column that holds JSON, read by the schema. */
export const jsonColumn = <T extends z.ZodType>(schema: T) => z.string().transform((text): unknown => JSON.parse(text)).pipe(schema)
