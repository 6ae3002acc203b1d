import { z } from 'zod'

import { ownValue } from '../own-value.ts'
import type { Operation } from './operation.ts'
import { PathPart } from '../schemas/bounded.ts'

const SECRETS = z.registry<{ isSecret: true }>()

/** Declares a parameter of a path whose value is a secret: it reaches no log and no report (secret-paths.ts). */
export function secretParam(): z.ZodString {
  return PathPart.clone().register(SECRETS, { isSecret: true })
}

/** Tells whether a parameter of a path was declared by `secretParam`. */
export function isSecretParam({ params }: Pick<Operation, 'params'>, name: string): boolean {
  const schema: unknown = ownValue(params.shape as Record<string, unknown>, name)
  return schema instanceof z.ZodType && SECRETS.has(schema)
}
