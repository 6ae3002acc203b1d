import { UpsertSignalEndpoint } from '#shared/signals/schemas/signal-endpoint.ts'
import { checkForm } from '#lib/check-form.ts'

/** Finds what is wrong with the name of an endpoint while it is typed; an empty one is only unfinished. */
export const endpointNameProblem = (name: string): string | undefined =>
  name.trim() === '' ? undefined : checkForm(UpsertSignalEndpoint, { name: name.trim() })['name']
