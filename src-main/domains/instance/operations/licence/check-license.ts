import { checkLicense as operation } from '../../../../../src-shared/instance/contract/licence.ts'
import { query } from '../../../../kernel/use-case.ts'

/** Says that the instance may be used, to clients that ask before they go on. */
export const checkLicense = query(operation, async () => ({
  isValid: true,
  message: 'Halyard needs no licence: nothing is locked.',
  messageType: 'info' as const,
}))
