import { refusalMessage } from '#shared/access/rules/index.ts'
import { detail } from '#shared/errors/error-table.ts'
import type { ImportFlags, ImportRequest } from '#shared/transfer/schemas/import-export.ts'
import { AppError, badData } from '#kernel/app-error.ts'
import type { MutationContext, QueryContext } from '#kernel/use-case.ts'
import type { AccessDirectory } from '#domains/access/access/access-directory.ts'
import { findRequiredApprovals } from '#domains/changes/change-requests/change-request-settings.store.ts'
import { addChanges, openRequest, type Destination } from '#domains/changes/change-requests/join-request.ts'
import { titleOf } from '#domains/changes/change-requests/change-request.ts'
import { missingPermissions, requireNoErrors } from './find-problems.ts'
import { recordImport } from './import-flags.ts'
import { readSituation, type ImportSituation } from './import-situation.ts'
import { importForRequest, replacedByImport } from './request-import.ts'

const NO_ADMIN_TOKEN =
  "You can't use an admin token to import features. Please use either a personal access token (https://docs.getunleash.io/concepts/api-tokens-and-client-keys#personal-access-tokens) or a service account (https://docs.getunleash.io/concepts/service-accounts)."

export interface RequestOfImport {
  /** null: nothing had to be requested. */
  changeRequest: ImportRequest | null
}

/** Checks whether the environment requires change requests and the caller cannot skip them. */
export async function mustRequest(
  context: QueryContext,
  { project, environment }: ImportFlags,
): Promise<boolean> {
  if ((await findRequiredApprovals(context.visible, project, environment)) === undefined) return false
  return !context.may({ anyOf: ['SKIP_CHANGE_REQUEST'], project, environment }).allowed
}

export async function requestAll(
  context: MutationContext,
  access: AccessDirectory,
  input: ImportFlags,
  into: Destination,
): Promise<RequestOfImport> {
  const situation = await requireImportable(context, input, { isRequested: true })
  const { flags, changes } = await importForRequest(context, situation)
  // a file equal to the current state needs no request
  if (changes.length === 0) {
    recordImport(context, situation, flags)
    return { changeRequest: null }
  }
  const { project, environment } = input
  const request = await openRequest(context, access, { project, environment }, into)
  await addChanges(context, request, changes, {
    at: () => '/body/data',
    replaces: replacedByImport(situation, flags),
  })
  recordImport(context, situation, flags, request)
  return { changeRequest: { id: request.id, title: titleOf(request), changes: changes.length } }
}

export async function requireImportable(
  context: MutationContext,
  input: ImportFlags,
  { isRequested }: { isRequested: boolean },
): Promise<ImportSituation> {
  if (context.caller.actor.kind === 'admin-token') throw badData(NO_ADMIN_TOKEN)
  const situation = { ...(await readSituation(context, input)), isRequested }
  requirePermissions(context, situation)
  requireNoErrors(context, situation)
  return situation
}

function requirePermissions(context: MutationContext, situation: ImportSituation): void {
  const missing = missingPermissions(context, situation)
  if (missing.length === 0) return
  const { project, environment } = situation.input
  const message = refusalMessage({ anyOf: missing, project, environment })
  throw new AppError('PermissionError', message, {
    details: [detail(message)],
    extra: { permissions: missing },
  })
}
