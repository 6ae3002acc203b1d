import type { Stage } from '#shared/flags/schemas/lifecycle.ts'

/** A lifecycle stage in a sentence. */
export const STAGE_WORDS: Readonly<Record<Stage, string>> = {
  initial: 'The flag was created. No SDK has used it yet.',
  'pre-live': 'An SDK uses the flag, but not in production yet.',
  live: 'The flag is used in production.',
  completed: 'The decision is made. Remove the flag from the code, then archive it.',
  archived: 'The flag is archived. SDKs no longer get it.',
}
