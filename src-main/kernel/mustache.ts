import { onFirstUse } from '#runtime/on-first-use.ts'

/** Loads the engine of the templates of integrations and e-mails: most instances have none. */
export const mustache = onFirstUse('mustache', 'a template', async () => (await import('mustache')).default)
