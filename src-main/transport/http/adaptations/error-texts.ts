import { AppError } from '#kernel/app-error.ts'
import type { Adaptation } from './adaptation.ts'

const retold = (refusal: AppError, text: string): AppError =>
  text === refusal.message
    ? refusal
    : new AppError(refusal.name, text, { extra: refusal.extra, cause: refusal })

/**
 * Texts from the recorded responses of 8 (recorded exchanges context-fields/update-unknown and
 * context-fields/delete-again in the diff of 7 and 8).
 */
export const CONTEXT_FIELD_TEXTS: Adaptation = {
  versions: '>=8.0.0',
  operations: [
    'getContextField',
    'updateContextField',
    'deleteContextField',
    'updateContextFieldLegalValue',
    'deleteContextFieldLegalValue',
  ],
  refusal: (refusal) =>
    retold(
      refusal,
      refusal.message.replace(/^Could not find Context field /, 'Could not find context field '),
    ),
}

/** The same of recorded exchange flags/clone-unknown: a flag that is to be cloned is looked for in its project. */
export const CLONE_TEXTS: Adaptation = {
  versions: '>=8.0.0',
  operations: ['cloneFeature'],
  refusal: (refusal, { raw: { params } }) => {
    const { projectId, featureName } = params as { projectId: string; featureName: string }
    return retold(
      refusal,
      refusal.message === `Could not find feature flag with name ${featureName}`
        ? `There's no feature named "${featureName}" in project "${projectId}".`
        : refusal.message,
    )
  },
}
