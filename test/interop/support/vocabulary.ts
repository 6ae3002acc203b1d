import type { Instance } from './instance.ts'

interface Segment {
  name: string
  description?: string | null
  project?: string | null
  constraints: unknown[]
}

/** Creates what an import does not bring: strategy types, and segments. */
export async function copyVocabulary(from: Instance, to: Instance): Promise<void> {
  const { strategies } = (await from.call('GET', '/api/admin/strategies')).body as {
    strategies: { name: string; editable: boolean; parameters: unknown[] }[]
  }
  for (const { name, editable, parameters } of strategies)
    if (editable) await create(to, '/api/admin/strategies', { name, parameters })
  const { segments } = (await from.call('GET', '/api/admin/segments')).body as { segments: Segment[] }
  for (const { name, description, project, constraints } of segments)
    await create(to, '/api/admin/segments', {
      name,
      constraints,
      ...(description == null ? {} : { description }),
      ...(project == null ? {} : { project }),
    })
}

async function create({ call }: Instance, path: string, body: object): Promise<void> {
  const { status, text } = await call('POST', path, { body })
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`)
}
