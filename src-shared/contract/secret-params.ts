import { z } from 'zod'

const SECRETS = z.registry<{ isSecret: true }>()

/** Declares a parameter of a path whose value is a secret: it reaches no log and no report (secret-paths.ts). */
export function secretParam(): z.ZodString {
  return z.string().register(SECRETS, { isSecret: true })
}

/** Tells whether a schema was declared by `secretParam`. */
export function isSecretParam(schema: z.ZodType | undefined): boolean {
  return schema !== undefined && SECRETS.has(schema)
}
