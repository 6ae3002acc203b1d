import { readFile } from 'node:fs/promises'

import { z } from 'zod'

import { ExportedFlags } from '#shared/transfer/schemas/import-export.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { AppError } from '#kernel/app-error.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { requireNoErrors } from './find-problems.ts'
import { importFlags } from './import-flags.ts'
import { readSituation } from './import-situation.ts'

/** A file of exported flags, and where they go. */
export interface FileToImport {
  file: string
  project: string
  environment: string
}

/**
 * Imports a file as the service itself, all or nothing; flags that are there are overwritten
 * (docs/contract/transfer.md#import). Throws
 * an Error that names the file and says all that stands in the way.
 */
export async function importFile(context: MutationContext, from: FileToImport): Promise<void> {
  const { project, environment } = from
  try {
    const data = ExportedFlags.parse(JSON.parse(await readFile(from.file, 'utf8')))
    const situation = await readSituation(context, { project, environment, data })
    requireNoErrors(context, situation)
    await importFlags(context, situation)
  } catch (error) {
    throw new Error(`The flags of ${from.file} cannot be imported: ${inWords(error)}`, { cause: error })
  }
}

function inWords(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  if (error instanceof AppError) return error.details.map((one) => one.message).join(' ') || error.message
  return messageOf(error)
}
