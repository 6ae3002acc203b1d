import type { Area } from './areas.ts'

/**
 * Kind of event. `affectsClients`: SDKs may get a different configuration after it, so it counts for the
 * revision behind their ETag. `label` and `summary` are shown by the events API
 * (docs/contract/audit.md#events).
 */
export interface EventKind {
  label: string
  affectsClients: boolean
  /** Markdown: `{user}`, `{feature}`, `{project}`, `{environment}` and `{name}` (of the data) are filled in. */
  summary: string
  /** Areas of data that such an event may have changed. The event log and Home change with every event. */
  touches: readonly Area[]
}

type MakeKind = (label: string, summary: string, options?: { affectsClients: boolean }) => EventKind

/** Makes the function that makes kinds of events that touch these areas. */
export function kindTouching(...touches: Area[]): MakeKind {
  return (label, summary, { affectsClients } = { affectsClients: false }) => ({
    label,
    affectsClients,
    summary,
    touches,
  })
}
